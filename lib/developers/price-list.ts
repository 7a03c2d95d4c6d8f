/** Price of one call of a mutation, as published by the gateway. */
export interface Price {
  mutation: string;
  /** For display, e.g. `0.01 USDC`. */
  price: string;
  /** In the token's smallest unit. */
  amount: string;
  asset: string;
  /** CAIP-2. */
  network: string;
  payTo: string;
  /** Whether every payment must come with a proof of intent. */
  needsIntent: boolean;
}

/** `null` if the service cannot be reached. */
export type PriceList = readonly Price[] | null;

/**
 * The mutation of the trial on the developers page. It needs no lab, changes nothing, and creates a key that is never
 * used.
 */
export const triedMutation = 'generateDataEncryptionKey';
