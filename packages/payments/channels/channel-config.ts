import type { Address } from 'viem';

/** What a payment channel is: its id is the hash of this. Addresses in any case, as the payer sent them. */
export interface ChannelConfig {
  payer: Address;
  payerAuthorizer: Address;
  receiver: Address;
  receiverAuthorizer: Address;
  token: Address;
  /** Seconds. */
  withdrawDelay: number;
  salt: `0x${string}`;
}

/** How calls are paid from channels. */
export interface ChannelTerms {
  /** Seconds that a payer waits for money that is taken out. The worker must claim within them. */
  withdrawDelay: number;
  /** After a charged call, until the worker claims it. */
  claimAfterMs: number;
}
