import type { SignedTerms } from './signed-terms.ts';

export type PaymentState =
  /** Signed and sent. The outcome is unknown, e.g. because the connection broke. It may still be charged. */
  | 'sent'
  /** Charged by `transaction`. */
  | 'paid'
  /** Served, but not settled yet. It will be charged unless the authorization expires first. */
  | 'pending'
  /** Not charged. */
  | 'not-charged';

/** Receipt of one payment for the payer. Contains no secret: the signature is omitted. */
export interface PaymentReceipt {
  mutation: string;
  url: string;
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string;
  asset: string;
  /** In the token's smallest unit. */
  amount: string;
  payer: string;
  payTo: string;
  /** Nonce of the EIP-3009 authorization, which identifies the transfer on the chain. */
  nonce: string;
  state: PaymentState;
  /** Hash of the settling transaction, if known. */
  transaction: string | null;
  /** Short code for why it was not, or not yet, charged. */
  reason: string | null;
  /** `x-request-id` of the response. */
  requestId: string | null;
  /** ISO 8601 time of signing. */
  at: string;
  /** Verified, unless it has `differences`. Keep it: it proves the payment without the service. */
  signed: SignedTerms;
}
