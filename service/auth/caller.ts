import type { ServiceError } from '#platform/errors/errors.ts';
import type { CallScope } from '../chain/untrusted-calls.ts';
import type { AuthMethod } from '../platform/db/tables/tokens.ts';
import type { AuthPorts } from './auth-ports.ts';

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

export interface Consumer {
  id: string;
  /** The wallet that issued the credential to itself; `null`: an operator created it. */
  issuedTo: string | null;
  /** Whether its `x-visitor-address` is trusted (docs/decisions/010-visitors-named-by-the-web-app.md). */
  namesVisitors: boolean;
  /** `null`: every mutation. Otherwise only these; an empty list is read-only. */
  allowedMutations: readonly string[] | null;
  /** `null`: mutations in every lab. Otherwise only in these. */
  allowedLabs: readonly string[] | null;
  /** Requests per minute; `null`: the configured limit. */
  perMinute: number | null;
  /** Whether paths in answers begin with a slash. */
  slashPaths: boolean;
}

/**
 * Content of a genuine service token. Only a live one authorizes, after `requireLiveToken`; an ended one still
 * identifies its wallet. `rejected`: revoked because the wallet's contract did not confirm its signer.
 */
export interface ServiceTokenBearer {
  state: 'live' | 'revoked' | 'rejected' | 'expired';
  /** Lowercase. */
  wallet: string;
  tokenId: string;
  authMethod: AuthMethod;
  /** Absent: every mutation. Present: only these, without the token operations. */
  allowedMutations: string[] | undefined;
}

/** How `requireWallet` confirms the signer of a smart account's token. Each mutation has one; the reads of a request share one. */
export interface SignerCheck {
  /** The check of this operation, once it began. */
  done?: Promise<void>;

  /**
   * Confirms the signer once, however often the operation asks.
   * @throws ServiceError `UNAUTHENTICATED`, `UPSTREAM_UNAVAILABLE`
   */
  confirm(context: Pick<AuthPorts, 'db' | 'chain' | 'config'>, bearer: ServiceTokenBearer): Promise<void>;
}

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
