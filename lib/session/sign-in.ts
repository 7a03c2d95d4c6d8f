import { LabroomError } from '@labroom/client/api-failure';
import { ServiceSignInMessageDocument } from '@labroom/client/documents';
import { callApiAsVisitor } from '../api/browser.ts';
import { type Session, sessionServiceName } from './session.ts';

/**
 * Signs in: message, signature, cookie. The token stays on the server. Errors: `LabroomError`; the wallet's error if
 * the user declines.
 */
export async function signIn(
  walletAddress: string,
  signMessage: (message: string) => Promise<string>,
): Promise<Session> {
  const { getServiceSignInMessage } = await callApiAsVisitor(ServiceSignInMessageDocument, {
    walletAddress,
    serviceName: sessionServiceName,
  });
  const messageSignature = await signMessage(getServiceSignInMessage.message);
  const session = asRecord(await callSession('POST', { walletAddress, messageSignature }));
  return { walletAddress: String(session.walletAddress), expiresAt: String(session.expiresAt) };
}

/** Deletes the cookie and revokes the token. Errors: `LabroomError`. */
export async function signOut(): Promise<void> {
  await callSession('DELETE');
}

/** Whether the service takes the session of this browser now. Errors: `LabroomError` if it does not answer. */
export async function sessionHolds(): Promise<boolean> {
  return (await callSession('GET')) !== null;
}

async function callSession(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(method === 'GET' ? '/api/session?ask' : '/api/session', {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw new LabroomError(
      { code: 'NETWORK_ERROR', message: 'The connection was lost. Try again.' },
      { cause },
    );
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { code, message, requestId, details } = asRecord(asRecord(answer).error);
  if (typeof code !== 'string' || typeof message !== 'string') {
    throw new LabroomError({
      code: 'INTERNAL_ERROR',
      message: `Signing in or out failed (HTTP ${response.status}). Try again.`,
    });
  }
  throw new LabroomError({
    code,
    message,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    details: typeof details === 'string' ? details : undefined,
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
