import { ServiceError } from '#platform/errors/errors.ts';

/** The error for an ended token. */
export function endedToken(state: 'revoked' | 'rejected' | 'expired'): ServiceError {
  const { reason, message } = endings[state];
  return new ServiceError('UNAUTHENTICATED', message, { reason });
}

const endings = {
  revoked: {
    reason: 'TOKEN_REVOKED',
    message: 'The service token was revoked. Sign in again.',
  },
  rejected: {
    reason: 'SIGNER_NOT_CONFIRMED',
    message: "The wallet's contract does not confirm the signer of this service token. Sign in again.",
  },
  expired: {
    reason: 'TOKEN_EXPIRED',
    message: 'The service token has expired. Sign in again.',
  },
} as const;
