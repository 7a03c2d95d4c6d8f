import { type AnyVariables, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentRequirements } from '@x402/core/types';
import { readMutation } from '../api/read-mutation.ts';
import { compareChannelTerms } from './channel-terms.ts';
import { deliver, type PaidCall } from './deliver-call.ts';
import { signersOf } from './discover-gateway.ts';
import { type Foresight, foreseeCall } from './foresee-call.ts';
import { readData, readSettlement } from './paid-answer.ts';
import { overBudget, PaidCallError, withPayment } from './paid-call-failure.ts';
import { payFromChannel } from './pay-from-channel.ts';
import type { PaymentBudget } from './payment-budget.ts';
import type { PaymentChannel } from './payment-channel.ts';
import { type PaymentNetwork, type PaymentQuote, readQuote } from './payment-quote.ts';
import type { PaymentReceipt, SignedTerms } from './payment-receipt.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';
import { namePayment, type PaymentWallet, signAnswerProof, signPayment } from './sign-payment.ts';
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
  /**
   * Pays calls from a payment channel where the service offers one, at a price up to its deposit. Default: a transfer for each call.
   * Journeys are always paid by a transfer.
   */
  channel?: PaymentChannel;
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
  const draft = { ...receiptOf(payer, quote, mutation, url), signed };
  const { channel } = payer;
  if (channel && quote.channel && BigInt(quote.requirements.amount) <= channel.deposit) {
    const call = {
      terms: requireChannelTerms(payer, quote, quote.channel),
      price: quote.price,
      receipt: draft,
    };
    const nameCall = async () => {
      const { nonce, salt } = namePayment(quote, body);
      const proof = await signAnswerProof(payer.wallet, quote, nonce);
      return { 'payment-salt': salt, 'payment-proof': proof };
    };
    return payFromChannel(payer, { channel, call, nameCall, send, read });
  }
  const name = namePayment(quote, body);
  const receipt = { ...draft, nonce: name.nonce };
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
  return deliver(payer, quote, {
    sent: () => receipt,
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
  if (checked.differences.length > 0) throw mismatch('The signed offer is', checked.differences, quote);
  return checked;
}

function requireChannelTerms(
  { network }: Payer,
  quote: PaymentQuote,
  terms: PaymentRequirements,
): PaymentRequirements {
  const differences = compareChannelTerms(terms, quote.requirements, network);
  if (differences.length > 0) throw mismatch('The terms of the payment channel are', differences, quote);
  return terms;
}

function mismatch(what: string, differences: readonly string[], { price }: PaymentQuote): PaidCallError {
  const message = `${what} not right: ${differences.join('; ')}. Nothing was paid.`;
  const details = JSON.stringify({ differences });
  return new PaidCallError({ code: 'OFFER_MISMATCH', message, details }, { price });
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

function receiptOf(
  payer: Payer,
  quote: PaymentQuote,
  mutation: string,
  url: string,
): Omit<PaymentReceipt, 'signed' | 'nonce'> {
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
    at,
    ...unsettled,
  };
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
