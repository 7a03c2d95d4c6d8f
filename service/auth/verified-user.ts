export interface VerifiedUser {
  /** Lowercase; all wallets that the token lists. */
  wallets: ReadonlySet<string>;
  /** Consumers that the token's audiences are registered to. */
  consumerIds: ReadonlySet<string>;
  /** `exp` of the token. */
  expiresAt: Date;
}

/**
 * Verifies a user token. Throws a ServiceError: `UNAUTHENTICATED`, reason `INVALID_TOKEN`, `UNKNOWN_AUDIENCE` or
 * `TOKEN_EXPIRED`; `UPSTREAM_UNAVAILABLE` when the provider's keys cannot be fetched.
 */
export type VerifyUserToken = (token: string) => Promise<VerifiedUser>;
