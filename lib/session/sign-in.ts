import { z } from 'zod';
import { ApiFailure } from '../api/api-failure.ts';
import { callApi } from '../api/browser.ts';
import { ServiceSignInMessageDocument } from '../api/documents.generated.ts';
import { sessionServiceName } from './session-service.ts';
import type { Session } from './session-token.ts';

const sessionSchema = z.object({ walletAddress: z.string(), expiresAt: z.string() });
const failureSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string().optional(),
    details: z.string().nullish(),
  }),
});

/**
 * Proves to the service that this wallet is ours: message, signature, cookie. The token stays on the server.
 * Errors: `ApiFailure`; whatever the wallet throws when the person declines.
 */
export async function signIn(
  walletAddress: string,
  signMessage: (message: string) => Promise<string>,
): Promise<Session> {
  const { getServiceSignInMessage } = await callApi(ServiceSignInMessageDocument, {
    walletAddress,
    serviceName: sessionServiceName,
  });
  const messageSignature = await signMessage(getServiceSignInMessage.message);
  return sessionSchema.parse(await callSession('POST', { walletAddress, messageSignature }));
}

/** Ends the session here and at the service. Errors: `ApiFailure`. */
export async function signOut(): Promise<void> {
  await callSession('DELETE');
}

async function callSession(method: 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch('/api/session', {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw new ApiFailure(
      { code: 'NETWORK_ERROR', message: 'The connection was lost. Try again.' },
      { cause },
    );
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const failure = failureSchema.safeParse(answer);
  throw new ApiFailure(
    failure.success
      ? failure.data.error
      : { code: 'INTERNAL_ERROR', message: `Signing in failed (HTTP ${response.status}).` },
  );
}
