import type { Address } from '@labroom/contracts/networks';

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
