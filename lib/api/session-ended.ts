import type { LabroomError } from '@labroom/client/api-failure';
import type { Reason } from '@labroom/client/errors';

const eventName = 'labroom:session-ended';
const reasons = new Set<Reason>([
  'NO_AUTH',
  'INVALID_TOKEN',
  'TOKEN_REVOKED',
  'TOKEN_EXPIRED',
  'SIGNER_NOT_CONFIRMED',
]);

/** Whether a failure means that the session is over, e.g. because its token was revoked elsewhere. */
export function isSessionEnd({ code, reason }: Pick<LabroomError, 'code' | 'reason'>): boolean {
  return code === 'UNAUTHENTICATED' && reason !== undefined && reasons.has(reason);
}

/** Announces that the service no longer accepts the session. */
export function announceSessionEnd(): void {
  window.dispatchEvent(new Event(eventName));
}

/** Calls `listener` when the session ends. Returns a function that stops listening. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
