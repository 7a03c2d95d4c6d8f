import { type AnyVariables, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { LabroomError } from '../api-failure.ts';
import { readMutation } from '../read-mutation.ts';
import { signersOf } from './discover-gateway.ts';
import { type Foresight, foreseeCall } from './foresee-call.ts';
import { readData, readSettlement, settleReceipt } from './paid-answer.ts';
import { PaidCallError, ReceiptMismatchError, withPayment } from './paid-call-failure.ts';
import type { BudgetDenial, PaymentBudget } from './payment-budget.ts';
import { type PaymentNetwork, type PaymentQuote, readQuote } from './payment-quote.ts';
import type { PaymentReceipt, SignedTerms } from './payment-receipt.ts';
import { MAX_TRIES, MOST_LOST, waitMs } from './repeat-request.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';
import {
  namePayment,
  type PaymentName,
  type PaymentWallet,
  signAnswerProof,
  signPayment,
} from './sign-payment.ts';
import { checkOffer, checkReceipts, type IsSigner } from './signed-terms.ts';

export interface Payer {
  /** `{origin}/{stage}`, e.g. `http://127.0.0.1:4000/local`. */
  gatewayUrl: string;
  /** Chain whose stablecoin may be spent. */
  network: PaymentNetwork;
  wallet: PaymentWallet;
  budget: PaymentBudget;
  /** Addresses that may sign offers and receipts (`discoverGateway`). Default: those that the service of the gateway publishes now. */
  signers?: Set<string>;
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
 * Pays for one mutation and runs it (x402: ask for the price, sign, repeat the request). Before anything is signed, it asks the gateway
 * whether the call would run, verifies the signed offer, and records the payment in the budget. The payment names the call, so that
 * nobody else can use it. An answer that is lost is asked for again, with a second signature. A result with an in-band error is
 * charged as well. The signed receipts are verified and kept with the receipt; a gateway that signs nothing leaves `null` there.
 * Errors: `PaidCallError`, which includes the receipt; `ReceiptMismatchError`, which includes the answer too.
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

  const { foreseen, price } = anyway
    ? { foreseen: null, price: null }
    : await foreseeCall(url, call, payer.wallet.address, signal);
  const path = `labs/${mutation}`;
  const quote =
    price === null
      ? await askPrice(payer, path, () => sendFreeRequest(() => send({}), signal))
      : requireQuote(payer, path, price);
  if (foreseen?.runs === false) throw wouldFail(foreseen, quote);
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

/** Verifies the offer, signs a payment that names what it buys, sends it, reads the answer to it and verifies the receipts. */
export async function payFor<Data>(
  payer: Payer,
  { quote, body, url, mutation, send, signal }: Purchase,
  read: (response: Response) => Promise<Data>,
): Promise<PaidCall<Data>> {
  const isSigner = signersOf(payer.gatewayUrl, payer.signers);
  const signed = { receipt: null, callReceipt: null, ...(await requireOffer(quote, isSigner)) };
  const name = namePayment(quote, body);
  const receipt = { ...receiptOf(name, payer, quote, mutation, url), signed };
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
  const resource = quote.challenge.resource.url;
  return deliver(payer, quote, receipt, {
    read,
    async verify(paid, response) {
      const settlement = readSettlement(response.headers);
      if (paid.state !== 'paid' || !response.ok || !settlement) return paid;
      const answer = new Uint8Array(await response.clone().arrayBuffer());
      const exchange = { resource, request: body, answer, settlement };
      return { ...paid, signed: { ...signed, ...(await checkReceipts(paid, exchange, isSigner)) } };
    },
    send: () => send(headers),
    async sendAgain() {
      if (signal?.aborted) throw signal.reason;
      const proof = await signAnswerProof(payer.wallet, quote, name.nonce);
      return send({ ...headers, 'payment-proof': proof });
    },
  });
}

async function requireOffer(
  quote: PaymentQuote,
  isSigner: IsSigner,
): Promise<Pick<SignedTerms, 'offer' | 'differences'>> {
  const checked = await checkOffer(quote, isSigner);
  const { differences } = checked;
  if (differences.length === 0) return checked;
  const message = `The signed offer is not right: ${differences.join('; ')}. Nothing was paid.`;
  const details = JSON.stringify({ differences });
  throw new PaidCallError({ code: 'OFFER_MISMATCH', message, details }, { price: quote.price });
}

/**
 * The gateway's price. A request without a payment is free.
 * @param path below `x402/`
 */
export async function askPrice(
  payer: Payer,
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
  return requireQuote(payer, path, response.headers.get('payment-required'));
}

function requireQuote({ gatewayUrl, network }: Payer, path: string, header: string | null): PaymentQuote {
  const quote = readQuote(header, network);
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
  /** Adds what the service signed. */
  verify(receipt: PaymentReceipt, response: Response): Promise<PaymentReceipt>;
  send(): Promise<Response>;
  /** With a proof that the payer asks again. */
  sendAgain(): Promise<Response>;
}

/**
 * Repeats the payment while the gateway rejects it because another call of this wallet is unsettled, and asks again for an
 * answer that was lost, or whose call still runs.
 */
async function deliver<Data>(
  { budget }: Payer,
  { price }: PaymentQuote,
  sent: PaymentReceipt,
  { read, verify, send, sendAgain }: Delivery<Data>,
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
    receipt = await verify(settleReceipt(sent, response), response);
    // The payment is already recorded as sent. A failed update must not discard a result that was paid for.
    await budget.keep(receipt).catch(() => {});
    if (response.status === 402) throw refused(receipt);
    if (!response.ok && (receipt.state === 'sent' || receipt.state === 'pending')) lost();
    const reading = response.ok ? read(response) : readData<Data>(response);
    if (receipt.signed.differences.length > 0) {
      const answered = await reading
        .then((answer) => ({ answer, cause: undefined }))
        .catch((error: unknown) => ({ answer: null, cause: error }));
      throw new ReceiptMismatchError(receipt, price, answered);
    }
    return { data: await reading, receipt };
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
): Omit<PaymentReceipt, 'signed'> {
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
