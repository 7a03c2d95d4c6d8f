import type {
  CallReceiptPayload,
  OfferPayload,
  ReceiptPayload,
  SignedPayload,
} from '@labroom/protocol/signed-receipt';
import type { Hex } from 'viem';

export type PaymentState =
  /** Signed and sent. The outcome is unknown, e.g. because the connection broke. It may still be charged. */
  | 'sent'
  /** Charged by `transaction`. */
  | 'paid'
  /** Served, but not settled yet. It will be charged unless the authorization expires first. */
  | 'pending'
  /** Not charged. */
  | 'not-charged';

/** What a service signed about a payment (docs/specification/gateway.md#extension-offer-receipt). `null`: it signed nothing. */
export interface SignedTerms {
  /** The terms, signed before the payment. */
  offer: SignedPayload<OfferPayload> | null;
  /** Payer and transaction, signed after the payment, in the form of x402. */
  receipt: SignedPayload<ReceiptPayload> | null;
  /** As `receipt`, with the hashes of request and answer. */
  callReceipt: SignedPayload<CallReceiptPayload> | null;
  /** What differs in them from the payment and the call, e.g. `receipt.payer is 0x…, not 0x…`. Empty: nothing. */
  differences: readonly string[];
}

/** What the id of a payment channel is the hash of. The payer needs it to take out what is left. */
export interface ChannelConfig {
  payer: Hex;
  payerAuthorizer: Hex;
  receiver: Hex;
  receiverAuthorizer: Hex;
  token: Hex;
  /** Seconds. */
  withdrawDelay: number;
  salt: Hex;
}

/** Money that was put into a channel, or a voucher for a call: `total` is what may be claimed from the channel in all. */
export type ChannelStep =
  | { kind: 'deposit'; id: Hex; config: ChannelConfig }
  | { kind: 'voucher'; id: Hex; total: string };

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
  /** Nonce of the EIP-3009 authorization, which identifies the transfer on the chain. Of a voucher: its hash. */
  nonce: string;
  /** Only where a payment channel pays. */
  channel?: ChannelStep;
  state: PaymentState;
  /** Hash of the settling transaction, if known. `null` of a voucher: the service claims it later. */
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
