/** What became of the money for one call. */
export type PaymentState =
  /** Signed and sent; nothing more is known, e.g. because the connection broke. It may be charged yet. */
  | 'sent'
  /** Charged, by `transaction`. */
  | 'paid'
  /** Served; the gateway is still settling. It will be charged unless the authorization expires first. */
  | 'pending'
  /** Not charged. */
  | 'not-charged';

/** Receipt of one payment for the payer. Contains no secret: the signature is omitted. */
export interface PaymentReceipt {
  mutation: string;
  url: string;
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string;
  /** Contract of the token. */
  asset: string;
  /** In the token's smallest unit. */
  amount: string;
  payer: string;
  payTo: string;
  /** Of the EIP-3009 authorization, by which the transfer can be found on the chain. */
  nonce: string;
  state: PaymentState;
  /** Hash of the settling transaction, where known. */
  transaction: string | null;
  /** Short code of why it was not charged, or not yet. */
  reason: string | null;
  /** `x-request-id` of the answer. */
  requestId: string | null;
  /** ISO 8601, when it was signed. */
  at: string;
}
