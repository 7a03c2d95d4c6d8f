import type { PaymentRequirements } from '@x402/core/types';
import type { Address, Hex } from 'viem';
import type { KeptAnswer } from '../sale/call-store.ts';
import type { ServedAnswer, SoldCall } from '../sale/paid-call.ts';
import type { ChannelConfig } from './channel-config.ts';

/** A channel as the store has it. Amounts are decimal, in the asset's smallest unit. */
export interface StoredChannel {
  /** Lowercase. */
  id: string;
  config: ChannelConfig;
  /** What the last kept voucher is signed for. */
  charged: string;
  /** Of that voucher; `null` until the first call is charged. */
  signature: Hex | null;
  /** As the chain said when it was read. */
  balance: string;
  claimed: string;
  /** When the payer announced to take money out. */
  withdrawalAt: Date | null;
}

/** A channel as the chain has it. */
export interface ChannelState {
  balance: bigint;
  claimed: bigint;
  withdrawalAt: Date | null;
}

export interface VoucherClaim {
  /** Of the call. */
  id: string;
  requestId: string;
  call: Pick<SoldCall, 'name' | 'subject' | 'requestHash'>;
  quote: PaymentRequirements;
  network: string;
  /** Lowercase. */
  asset: string;
  payer: Address;
  /** Whether the payer proved to want this very call. */
  provesIntent: boolean;
  runner: number;
  channelId: Hex;
  cumulative: bigint;
}

/** What a transaction claimed: all calls of the channel up to `total` are settled by it. */
export interface ClaimedTotal {
  channelId: Hex;
  total: bigint;
  transaction: Hex;
}

/** Where channels are kept, durably, beside the calls that they pay. The last voucher of each is what a claim needs. */
export interface ChannelStore {
  /** @returns the channel, and whether the chain was read within the last minute */
  find(id: Hex): Promise<(StoredChannel & { isFresh: boolean }) | null>;
  /**
   * Keeps what the chain says about a channel. A store that lost charges (restored from a backup) goes on from what was claimed: the
   * payer is not charged again for it.
   */
  keep(channel: { id: Hex; config: ChannelConfig }, state: ChannelState): Promise<StoredChannel>;
  /**
   * Claims the next amount of a channel for one call, before it runs. Of two vouchers for one amount one is taken, also by two
   * processes; the other does not wait.
   * @returns whether it was claimed: the amount follows what was charged, the channel holds it and was read within the last minute, no
   *   withdrawal is announced, no other call of the channel runs, and intent is proved if it is demanded
   */
  claimVoucher(claim: VoucherClaim): Promise<boolean>;
  /** Whether a call of the channel runs now. */
  isBusy(id: Hex): Promise<boolean>;
  /** The kept answer of the call that a voucher bought, if the request is the same and the secret opens it. */
  findAnswer(
    voucher: { channelId: Hex; cumulative: bigint; requestHash: string },
    secret: Uint8Array,
  ): Promise<KeptAnswer | null>;
  /**
   * Charges a call that ran, and keeps its voucher, and its answer if there is a secret: all or nothing.
   * @returns false if another process ended the call, or can end it at any time
   */
  charge(
    charged: { id: string; signature: Hex; claimAfterMs: number; secret: Uint8Array | null },
    answer: ServedAnswer,
  ): Promise<boolean>;
  /** Takes channels whose claims are due, and reserves them for two minutes. */
  takeDue(limit: number): Promise<readonly StoredChannel[]>;
  /** Records a claim. Calls that an earlier one settled stay as they are. @returns how many it settled */
  settleCalls(claimed: ClaimedTotal): Promise<number>;
}
