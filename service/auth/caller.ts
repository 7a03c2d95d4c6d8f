import type { ServiceError } from '#platform/errors/errors.ts';
import type { CallScope } from '../chain/untrusted-calls.ts';
import type { Consumer } from './consumer-credential.ts';
import type { ServiceTokenBearer } from './service-token.ts';

/** Who sends the request: a program, and possibly a wallet that it proved to act for. */
export interface Caller {
  consumer: Consumer;
  wallet: WalletProof;
}

/**
 * An invalid token is not an error yet, because public reads answer without it and say so (`ended-token.ts`). The first use case
 * that needs the wallet rejects it.
 */
export type WalletProof =
  | { kind: 'none' }
  | { kind: 'refused'; of: 'service-token' | 'user-token'; error: ServiceError }
  | ({ kind: 'service-token' } & ServiceTokenBearer)
  /** One of the wallets in a user token of the identity provider, lowercase. `expiresAt` is the token's. */
  | { kind: 'user-token'; wallet: string; expiresAt: Date };

/** The wallet that a caller proved to act for; `null` if none. */
export function provedWallet({ wallet }: Caller): string | null {
  const isProved =
    wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live');
  return isProved ? wallet.wallet : null;
}

/** The address whose requests are counted, if a credential is used by many: a web app names it, wallets send from it. */
export const addressOf = (
  { consumer }: Caller,
  ip: string,
  named: string | undefined,
): string | undefined => {
  if (consumer.issuedTo !== null) return ip;
  // Ignored from any other consumer: a caller that can name visitors has one bucket per address.
  return consumer.namesVisitors ? named : undefined;
};

/** The place that all credentials of wallets share, and requests for one. */
export const WALLETS = 'wallets';

/**
 * Whose limits per consumer a caller shares. Anyone can issue any number of credentials to wallets, so these share one place, in
 * which each network is counted apart.
 */
export const limitsIdOf = ({ id, issuedTo }: Consumer): string => (issuedTo === null ? id : WALLETS);

/** Returns the accounts that a request's calls of untrusted contracts count against. */
export function callScopeOf({ caller, visitor }: { caller: Caller; visitor: string | undefined }): CallScope {
  const wallet = 'wallet' in caller.wallet ? caller.wallet.wallet : undefined;
  return { consumer: limitsIdOf(caller.consumer), visitor, wallet };
}
