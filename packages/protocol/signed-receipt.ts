import type { Hex } from 'viem';
import { domainOf } from './signed-message.ts';

/** Terms that a service signs before a payment (x402 `offer-receipt`). */
export interface OfferPayload {
  version: number;
  resourceUrl: string;
  scheme: string;
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string;
  asset: string;
  payTo: string;
  /** In the smallest unit of the asset. */
  amount: string;
  /** Unix time in seconds. */
  validUntil: number;
}

/** What a service signs after a paid call (x402 `offer-receipt`). */
export interface ReceiptPayload {
  version: number;
  network: string;
  resourceUrl: string;
  payer: string;
  /** Unix time in seconds. */
  issuedAt: number;
  /** Hash of the settling transaction. */
  transaction: string;
}

/** What the receipt of x402 lacks: which request was answered by what. */
export interface CallReceiptPayload extends ReceiptPayload {
  /** Of the payment. */
  nonce: Hex;
  /** SHA-256 of the body of the request, as it was sent. */
  requestHash: Hex;
  /** SHA-256 of the body of the answer, as it was sent. */
  answerHash: Hex;
}

/** A payload with the signature of its service over it (EIP-712). */
export interface SignedPayload<Payload> {
  format: 'eip712';
  payload: Payload;
  signature: Hex;
}

/** Keys in `extensions` of a 402 and of `payment-response`. */
export const OFFER_RECEIPT = 'offer-receipt';
export const CALL_RECEIPT = 'labroom/call-receipt';

const receiptFields = [
  { name: 'version', type: 'uint256' },
  { name: 'network', type: 'string' },
  { name: 'resourceUrl', type: 'string' },
  { name: 'payer', type: 'string' },
  { name: 'issuedAt', type: 'uint256' },
  { name: 'transaction', type: 'string' },
] as const;

const types = {
  Offer: [
    { name: 'version', type: 'uint256' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'scheme', type: 'string' },
    { name: 'network', type: 'string' },
    { name: 'asset', type: 'string' },
    { name: 'payTo', type: 'string' },
    { name: 'amount', type: 'string' },
    { name: 'validUntil', type: 'uint256' },
  ],
  Receipt: receiptFields,
  CallReceipt: [
    ...receiptFields,
    { name: 'nonce', type: 'bytes32' },
    { name: 'requestHash', type: 'bytes32' },
    { name: 'answerHash', type: 'bytes32' },
  ],
} as const;

/** x402 fixes the domain of its messages, with chain 1 for all networks. */
const x402Domain = (name: string) => ({ name, version: '1', chainId: 1 }) as const;

/** The message (EIP-712) of a signed offer of x402. */
export function offerMessage({ version, validUntil, ...terms }: OfferPayload) {
  return {
    domain: x402Domain('x402 offer'),
    types: { Offer: types.Offer },
    primaryType: 'Offer',
    message: { ...terms, version: BigInt(version), validUntil: BigInt(validUntil) },
  } as const;
}

/** The message (EIP-712) of a signed receipt of x402. */
export function receiptMessage(payload: ReceiptPayload) {
  return {
    domain: x402Domain('x402 receipt'),
    types: { Receipt: types.Receipt },
    primaryType: 'Receipt',
    message: withIntegers(payload),
  } as const;
}

/** The message (EIP-712) of a receipt over request and answer. Its domain has the chain of the payment. */
export function callReceiptMessage(payload: CallReceiptPayload) {
  return {
    domain: domainOf(Number(payload.network.slice('eip155:'.length))),
    types: { CallReceipt: types.CallReceipt },
    primaryType: 'CallReceipt',
    message: withIntegers(payload),
  } as const;
}

function withIntegers<Payload extends ReceiptPayload>({ version, issuedAt, ...rest }: Payload) {
  return { ...rest, version: BigInt(version), issuedAt: BigInt(issuedAt) };
}
