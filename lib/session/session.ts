/** The session data that the browser may see. */
export interface Session {
  /** Lowercase. */
  walletAddress: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Service name of this app's tokens. Users read it in the message that they sign. */
export const sessionServiceName = 'Labroom web';

/** Lifetime of a session after one signature. */
export const sessionLifetime = '7d';
