import { type AnyVariables, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { LabroomError } from '../api-failure.ts';
import { readMutation } from '../read-mutation.ts';
import type { PublishedPrices } from './discover-gateway.ts';
import { type Foresight, foreseeCall } from './foresee-call.ts';
import { readData, settleReceipt } from './paid-answer.ts';
import { PaidCallError, withPayment } from './paid-call-failure.ts';
import type { BudgetDenial, PaymentBudget } from './payment-budget.ts';
import { type PaymentNetwork, type PaymentQuote, quoteFrom, readQuote } from './payment-quote.ts';
import type { PaymentReceipt } from './payment-receipt.ts';
import { MAX_TRIES, MOST_LOST, waitMs } from './repeat-request.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';
import {
  namePayment,
  type PaymentName,
  type PaymentWallet,
  signAnswerProof,
  signPayment,
} from './sign-payment.ts';

export interface Payer {
  /** `{origin}/{stage}`, e.g. `http://127.0.0.1:4000/local`. */
  gatewayUrl: string;
  /** Chain whose stablecoin may be spent. */
  network: PaymentNetwork;
  wallet: PaymentWallet;
  budget: PaymentBudget;
  /**
   * What the service publishes (`discoverGateway`). A published price that the gateway confirms when it foresees the call saves the
   * request for the price. A changed one is asked for.
   */
  prices?: PublishedPrices;
}

export interface PaidCall<Data> {
  data: Data;
  receipt: PaymentReceipt;
}

interface PaidCallOptions {
  /** Pays even if the gateway foresees a failure, or cannot foresee. */
  anyway?: boolean;
  signal?: AbortSignal;
}

/**
 * Pays for one mutation and runs it (x402: ask for the price, sign, repeat the request). Before anything is signed, it
 * asks the gateway whether the call would run, and records the payment in the budget. The payment names the call, so that nobody else can use it. An
 * answer that is lost is asked for again, with a second signature. A result with an in-band error is charged as well.
 * Errors: `PaidCallError`, which includes the receipt.
 */
export async function payAndCall<Data, Variables extends AnyVariables>(
  payer: Payer,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { anyway = false, signal }: PaidCallOptions = {},
): Promise<PaidCall<Data>> {
  const { mutation } = readMutation(document, variables);
  const url = `${payer.gatewayUrl.replace(/\/$/, '')}/x402/labs/${mutation}`;
  const call = { query: stringifyDocument(document), variables };
  const body = JSON.stringify(call);
  const send = (headers: Record<string, string>) => sendRequest(url, body, { headers, signal });

  const priceNow = () => askPrice(payer, `labs/${mutation}`, () => sendFreeRequest(() => send({}), signal));
  const published = anyway ? null : publishedQuote(payer, mutation);
  let quote = published ?? (await priceNow());
  if (!anyway) {
    const foreseen = await foreseeCall(url, call, payer.wallet.address, signal);
    if (foreseen?.runs === false) throw wouldFail(foreseen, quote);
    if (published && !confirms(foreseen, published)) quote = await priceNow();
  }
  return payFor(payer, { quote, body, url, mutation, send, signal }, readData<Data>);
}

interface Purchase {
  quote: PaymentQuote;
  body: string;
  url: string;
  mutation: string;
  send(headers: Record<string, string>): Promise<Response>;
  signal: AbortSignal | undefined;
}

/** Signs a payment that names what it buys, sends it, and reads the answer to it. */
export async function payFor<Data>(
  payer: Payer,
  { quote, body, url, mutation, send, signal }: Purchase,
  read: (response: Response) => Promise<Data>,
): Promise<PaidCall<Data>> {
  const name = namePayment(quote, body);
  const receipt = receiptOf(name, payer, quote, mutation, url);
  // Recorded before it is signed: once sent, it may be charged, whatever becomes of this process.
  const denial = await payer.budget.spend(receipt);
  if (denial) throw overBudget(denial, quote);
  const payload = await signPayment(payer.wallet, quote, name).catch(async (refused: unknown) => {
    await payer.budget.keep({ ...receipt, state: 'not-charged', reason: 'not_signed' });
    throw refused;
  });
  const headers = {
    'payment-signature': encodePaymentSignatureHeader(payload),
    'payment-salt': name.salt,
  };
  return deliver(payer, quote, receipt, {
    read,
    send: () => send(headers),
    async sendAgain() {
      if (signal?.aborted) throw signal.reason;
      const proof = await signAnswerProof(payer.wallet, quote, name.nonce);
      return send({ ...headers, 'payment-proof': proof });
    },
  });
}

function publishedQuote({ prices, network, gatewayUrl }: Payer, mutation: string): PaymentQuote | null {
  const challenge = prices?.get(mutation);
  const quote = challenge ? quoteFrom(challenge, network) : null;
  return quote && requireOwnResource(quote, gatewayUrl, `labs/${mutation}`);
}

function confirms(foreseen: Foresight | null, { requirements }: PaymentQuote): boolean {
  const { amount, network, asset } = requirements;
  return foreseen?.price === amount && foreseen.network === network && foreseen.asset === asset;
}

/**
 * The gateway's price. A request without a payment is free.
 * @param path below `x402/`
 */
export async function askPrice(
  { gatewayUrl, network }: Payer,
  path: string,
  ask: () => Promise<Response>,
): Promise<PaymentQuote> {
  const response = await ask();
  if (response.status !== 402) {
    // The gateway rejects an invalid request before it quotes a price.
    await readData(response).catch((error: unknown) => {
      throw withPayment(error, {});
    });
    throw new PaidCallError({ code: 'UNEXPECTED_QUOTE', message: 'The gateway returned no price.' });
  }
  const quote = readQuote(response.headers.get('payment-required'), network);
  if (quote) return requireOwnResource(quote, gatewayUrl, path);
  const message = `The gateway does not accept the stablecoin of chain ${network.chainId}. Nothing was paid.`;
  throw new PaidCallError({ code: 'UNEXPECTED_QUOTE', message });
}

/** The payment names the resource. A gateway that names another service's would spend it there. */
function requireOwnResource(quote: PaymentQuote, gatewayUrl: string, path: string): PaymentQuote {
  const { url } = quote.challenge.resource;
  const resource = URL.parse(url);
  if (resource?.origin === new URL(gatewayUrl).origin && resource.pathname.endsWith(`/x402/${path}`))
    return quote;
  const message = `The price is for ${url}, which is another call than the one at ${gatewayUrl}. Nothing was paid.`;
  throw new PaidCallError({ code: 'UNEXPECTED_QUOTE', message });
}

interface Delivery<Data> {
  read(response: Response): Promise<Data>;
  send(): Promise<Response>;
  /** With a proof that the payer asks again. */
  sendAgain(): Promise<Response>;
}

/**
 * Repeats the payment while the gateway rejects it because another call of this wallet is unsettled, and asks again for an
 * answer that was lost, or whose call still runs.
 */
async function deliver<Data>(
  { budget, prices }: Payer,
  { price }: PaymentQuote,
  sent: PaymentReceipt,
  { read, send, sendAgain }: Delivery<Data>,
): Promise<PaidCall<Data>> {
  let receipt = sent;
  let cause: unknown;
  const orNull = (error: unknown) => {
    cause = error;
    return null;
  };
  try {
    let response = await send().catch(orNull);
    for (let tries = 1, losses = 0; tries < MAX_TRIES; tries += 1) {
      const told = response && settleReceipt(sent, response);
      const isUnsettled = told?.reason === 'payer_has_unsettled_call';
      const isRunning = told?.reason === 'payment_already_used' && response?.headers.has('retry-after');
      const isLost = !told || (!response?.ok && told.state !== 'not-charged' && !isRunning);
      if (isLost) losses += 1;
      if (isLost ? losses > MOST_LOST : !(isUnsettled || isRunning)) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs(response, losses)));
      response = await (isUnsettled ? send() : sendAgain()).catch(orNull);
    }
    if (!response) lost(cause);
    receipt = settleReceipt(sent, response);
    // The payment is already recorded as sent. A failed update must not discard a result that was paid for.
    await budget.keep(receipt).catch(() => {});
    if (response.status === 402) {
      // The requirements may have changed since they were published.
      prices?.delete(sent.mutation);
      throw refused(receipt);
    }
    if (!response.ok && (receipt.state === 'sent' || receipt.state === 'pending')) lost();
    return { data: await (response.ok ? read(response) : readData<Data>(response)), receipt };
  } catch (error) {
    throw withPayment(error, { price, receipt });
  }
}

function lost(cause?: unknown): never {
  const message =
    'No response after the payment was sent. It can still be charged: look up its nonce before you pay again.';
  throw new LabroomError({ code: 'PAYMENT_UNKNOWN', message }, { cause });
}

function receiptOf(
  { nonce }: PaymentName,
  payer: Payer,
  quote: PaymentQuote,
  mutation: string,
  url: string,
): PaymentReceipt {
  const { network, asset, amount, payTo } = quote.requirements;
  const unsettled = { state: 'sent', transaction: null, reason: null, requestId: null } as const;
  const at = new Date().toISOString();
  return {
    mutation,
    url,
    network,
    asset,
    amount,
    payer: payer.wallet.address,
    payTo,
    nonce,
    at,
    ...unsettled,
  };
}

function refused({ reason, state }: PaymentReceipt): LabroomError {
  if (state !== 'not-charged') {
    const message =
      'The call was served, but the response was lost. The receipt says whether it was charged.';
    return new LabroomError({ code: 'PAYMENT_UNKNOWN', message });
  }
  const message = `The payment was rejected (${reason}). Nothing was charged.`;
  return new LabroomError({ code: 'PAYMENT_REFUSED', message, details: JSON.stringify({ reason }) });
}

export function wouldFail(
  { code, message, ...details }: Pick<Foresight, 'code' | 'message'>,
  { price }: PaymentQuote,
): PaidCallError {
  return new PaidCallError(
    {
      code: code ?? 'INTERNAL_ERROR',
      message: `This call costs ${price} and would fail: ${message} Nothing was paid.`,
      details: JSON.stringify(details),
    },
    { price },
  );
}

const limits: Record<BudgetDenial, string> = {
  OVER_CALL_BUDGET: 'what one call may cost',
  OVER_DAY_BUDGET: 'what is left for these 24 hours',
  OVER_TOTAL_BUDGET: 'what is left of the budget',
};

function overBudget(code: BudgetDenial, { price }: PaymentQuote): PaidCallError {
  return new PaidCallError(
    { code, message: `This call costs ${price}, more than ${limits[code]}. Nothing was paid.` },
    { price },
  );
}
