import type { PaymentRequirements } from '@x402/core/types';
import type { Address, Hex } from 'viem';
import type { Facilitator } from '../payment/facilitator.ts';
import type { SellerKeys } from '../payment/payment-identifier.ts';
import type { Envelope } from '../payment/read-payment.ts';
import type { PaidCallStore } from './call-store.ts';
import type { CallScope, PaidRequest, Purchase, SellerAnswer, SoldCall } from './paid-call.ts';
import type { ReceiptSigner } from './receipt-signer.ts';

export interface SellerConfig {
  /** Of the payments. */
  network: string;
  asset: Address;
  /** Longest duration of a call. */
  maxTimeoutSeconds: number;
  /** Longest time that a caller waits for a verification, and for a settlement with all its checks. */
  facilitatorMs: number;
  /** How long a caller waits while the outcome of a payment is unknown, and how often the chain is read. */
  patience: { forMs: number; everyMs: number };
}

/** What the chain says about payers. */
export interface PayersOnChain {
  /** Whether the payer signed the hash, also as a contract. @throws if the node does not answer */
  isSigned(signed: { address: Address; hash: Hex; signature: Hex }): Promise<boolean>;
  /** What the payer has of the asset. */
  balanceOf(payer: Address): Promise<bigint>;
}

/** The lease of this process, and its number in the rows that it works on. */
export interface Runner {
  number: number;
  /** False as soon as another process may take over the rows of this one. */
  isHeld(): boolean;
}

/** What the steps of a paid call share. */
export interface Seller {
  /** By which facilitators list it. */
  name: string;
  /** The chain that signed messages of payers name. */
  messageChainId: number;
  config: SellerConfig;
  /** Hashes of the ids of payments, and keys of kept answers, are derived from them. */
  keys: SellerKeys;
  facilitator: Facilitator;
  store: PaidCallStore;
  payers: PayersOnChain;
  receipts: ReceiptSigner;
  plugins: readonly PaymentPlugin[];
  /** The runner of this process, a new one after its lease was lost. */
  hold(): Promise<Runner>;
  /**
   * Demands another proof that the payer wants the call, where the payment does not name it and somebody asked for a proof.
   * @returns whether it was proved
   * @throws CallRejectedError 401 or 403 without the proof
   */
  demandIntent(call: SoldCall, payer: string, headers: PaidRequest['headers']): Promise<boolean>;
}

/** Another way to pay than one transfer for each call. */
export interface PaymentPlugin {
  /** Payments of another scheme of x402. */
  scheme?: {
    name: string;
    /** What the scheme requires for a call that costs this. */
    requirementsOf(exact: PaymentRequirements): PaymentRequirements;
    /** Sells a call for such a payment. @throws PaymentRejectedError before anything runs */
    sell(
      seller: Seller,
      request: PaidRequest,
      purchase: Purchase & { requirements: PaymentRequirements },
      payment: Envelope,
      scope: CallScope,
    ): Promise<SellerAnswer>;
  };
  /** Calls that were paid for before. */
  prepaid?: {
    /** Names what was paid for. Lowercase. */
    header: string;
    /** Runs such a call. @throws PaymentRejectedError if it was not paid for, or not yet */
    serve(
      seller: Seller,
      request: PaidRequest,
      purchase: Purchase,
      named: string,
      scope: CallScope,
    ): Promise<SellerAnswer>;
  };
}
