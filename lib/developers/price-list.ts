/** What one call of a mutation costs, by the gateway's own word. */
export type Price = { mutation: string } & (
  | {
      kind: 'price';
      /** For people, e.g. `0.01 USDC`. */
      price: string;
      /** In the token's smallest unit. */
      amount: string;
      asset: string;
      /** CAIP-2. */
      network: string;
      payTo: string;
    }
  /** It takes a payment only together with a service token of the payer, and says so before any price. */
  | { kind: 'token-needed' }
);

/** `null`: the gateway cannot be reached. */
export type PriceList = readonly Price[] | null;

/** The call that is tried on the page: it needs no lab, changes nothing, and gives a key that nobody uses. */
export const triedMutation = 'generateDataEncryptionKey';
