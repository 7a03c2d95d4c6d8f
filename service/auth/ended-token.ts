import { type Reason, ServiceError } from '#platform/errors/errors.ts';
import type { Caller } from './caller.ts';

/** Why a service token that was sent does not hold (docs/specification/identity.md#a-service-token-that-does-not-hold). */
export type EndedToken = 'REVOKED' | 'EXPIRED' | 'INVALID';

/** Response header with the state in lowercase, so that a reader can tell "no right" from "no session". */
export const ENDED_TOKEN_HEADER = 'labroom-service-token';

const states: Partial<Record<Reason, EndedToken>> = {
  TOKEN_REVOKED: 'REVOKED',
  SIGNER_NOT_CONFIRMED: 'REVOKED',
  TOKEN_EXPIRED: 'EXPIRED',
  INVALID_TOKEN: 'INVALID',
};

/** The state of a service token that was refused with this error; `null` for every other error, such as an outage. */
export function endedTokenIn(error: unknown): EndedToken | null {
  if (!(error instanceof ServiceError) || error.code !== 'UNAUTHENTICATED') return null;
  return (error.reason && states[error.reason]) ?? null;
}

/** As the caller was read: `null` without a service token, and with one that holds or could not be checked. */
export function endedTokenOf({ wallet }: Caller): EndedToken | null {
  if (wallet.kind === 'refused') return wallet.of === 'service-token' ? endedTokenIn(wallet.error) : null;
  if (wallet.kind !== 'service-token' || wallet.state === 'live') return null;
  return wallet.state === 'expired' ? 'EXPIRED' : 'REVOKED';
}
