import { LabroomError } from '@labroom/client/api-failure';
import { describe, expect, it } from 'vitest';
import { isSessionEnd } from './session-ended.ts';

function failure(code: string, reason?: string): LabroomError {
  return new LabroomError({ code, message: '', details: reason && JSON.stringify({ reason }) });
}

describe('the end of a session', () => {
  it.each(['NO_AUTH', 'INVALID_TOKEN', 'TOKEN_REVOKED', 'TOKEN_EXPIRED', 'SIGNER_NOT_CONFIRMED'])(
    'is announced by %s',
    (reason) => {
      expect(isSessionEnd(failure('UNAUTHENTICATED', reason))).toBe(true);
    },
  );

  it('an invalid signature and a missing role do not end the session', () => {
    expect(isSessionEnd(failure('UNAUTHENTICATED', 'INVALID_SIGNATURE'))).toBe(false);
    expect(isSessionEnd(failure('UNAUTHENTICATED'))).toBe(false);
    expect(isSessionEnd(failure('UNAUTHORIZED', 'UNAUTHORIZED'))).toBe(false);
    expect(isSessionEnd(failure('FAILED_PRECONDITION', 'TOKEN_REVOKED'))).toBe(false);
  });
});
