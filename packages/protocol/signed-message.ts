/** Seconds for which a signed message is accepted. */
export const signedMessageMaxAgeSeconds = 600;

/** What every signed message (EIP-712) of a wallet says. */
export interface SignedBy {
  chainId: number;
  /** Host of the web app, with its port. */
  site: string;
  wallet: `0x${string}`;
  /** ISO 8601 in UTC with milliseconds. */
  issuedAt: string;
}

/** The domain of all signed messages. */
export const domainOf = (chainId: number) => ({ name: 'Labroom', version: '1', chainId }) as const;
