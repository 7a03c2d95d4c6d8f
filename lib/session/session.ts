/** Who is signed in, as the browser may know it. */
export interface Session {
  /** Lowercase. */
  walletAddress: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** What the service calls tokens of this app; people read it in the message they sign. */
export const sessionServiceName = 'Labroom web';

/** Lifetime of a session after one signature. */
export const sessionLifetime = '7d';
