import { LabroomError } from '@labroom/client/api-failure';
import {
  GenerateServiceTokenDocument,
  RevokeServiceTokenDocument,
  SessionHoldsDocument,
} from '@labroom/client/documents';
import { MAX_SMALL_BODY_BYTES } from '@labroom/protocol/body-limit';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { sessionLifetime, sessionServiceName } from '#lib/session/session.ts';
import { webEnv } from '#web/config/env.ts';
import { callService } from '#web/query-service.ts';
import { readBody } from '#web/read-body.ts';
import { currentSession, currentSessionToken } from '#web/session/current-session.ts';
import { isSameOrigin } from '#web/session/same-origin.ts';
import { sessionCookieName, sessionCookieOptions } from '#web/session/session-cookie.ts';
import { readSessionToken } from '#web/session/session-token.ts';

const signInSchema = z.object({
  walletAddress: z.string().regex(/^0x[0-9a-f]{40}$/i),
  messageSignature: z
    .string()
    .regex(/^0x[0-9a-f]+$/i)
    .max(20_000),
});

const noStore = { 'cache-control': 'no-store' };

/**
 * Returns the session of the cookie, `{walletAddress, expiresAt}`, or `null`. With `?ask`, the service is asked first whether it
 * still takes the token: `null` if it does not, 502 if it does not answer.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await currentSession();
  if (!session || !new URL(request.url).searchParams.has('ask'))
    return Response.json(session, { headers: noStore });
  try {
    await callService(SessionHoldsDocument, {}, (await currentSessionToken())?.token);
    return Response.json(session, { headers: noStore });
  } catch (error) {
    if (error instanceof LabroomError && error.code === 'UNAUTHENTICATED')
      return Response.json(null, { headers: noStore });
    return failed(statusOf(error), error);
  }
}

/** Signs in: exchanges a signed message for a token, which is stored in a cookie that scripts cannot read. */
export async function POST(request: Request): Promise<Response> {
  const { webUrl } = webEnv();
  if (!isSameOrigin(request.headers, webEnv())) return foreign();
  const read = await readBody(request, MAX_SMALL_BODY_BYTES);
  if ('refused' in read)
    return failed(read.status, new LabroomError({ code: 'INVALID_INPUT', message: read.refused }));
  const input = signInSchema.safeParse(parseJson(read.bytes));
  if (!input.success) {
    const message = 'Send a wallet address and its signature.';
    return failed(400, new LabroomError({ code: 'INVALID_INPUT', message }));
  }

  try {
    const session = readSessionToken(await issueToken(input.data));
    if (!session)
      throw new LabroomError({ code: 'INTERNAL_ERROR', message: 'The service issued no usable token.' });
    const { token, walletAddress, expiresAt } = session;
    const jar = await cookies();
    jar.set(sessionCookieName(webUrl), token, sessionCookieOptions(webUrl, expiresAt));
    return Response.json({ walletAddress, expiresAt }, { headers: noStore });
  } catch (error) {
    return failed(statusOf(error), error);
  }
}

/**
 * Issues a session token. A smart account's token must be shorter: the service then returns an error without consuming
 * the signature, and the call is repeated with the default lifetime.
 */
async function issueToken(signed: z.output<typeof signInSchema>): Promise<string | undefined> {
  const issue = async (expiresIn?: string) => {
    const variables = { ...signed, serviceName: sessionServiceName, expiresIn };
    return (await callService(GenerateServiceTokenDocument, variables)).generateServiceToken.token;
  };
  const token = await issue(sessionLifetime).catch((error: unknown) => {
    if (error instanceof LabroomError && error.reason === 'EXPIRES_IN_TOO_LONG') return issue();
    throw error;
  });
  return token ?? undefined;
}

/** Signs out: always deletes the cookie, and revokes the token at the service. */
export async function DELETE(request: Request): Promise<Response> {
  const { webUrl } = webEnv();
  if (!isSameOrigin(request.headers, webEnv())) return foreign();
  const session = await currentSessionToken();
  const jar = await cookies();
  jar.set(sessionCookieName(webUrl), '', sessionCookieOptions(webUrl, new Date(0).toISOString()));
  if (!session) return Response.json(null, { headers: noStore });

  try {
    await callService(RevokeServiceTokenDocument, { tokenId: session.tokenId }, session.token);
  } catch (error) {
    // The token was already revoked or expired.
    const ended =
      error instanceof LabroomError && ['CONFLICT', 'UNAUTHENTICATED', 'NOT_FOUND'].includes(error.code);
    if (!ended) return failed(statusOf(error), error);
  }
  return Response.json(null, { headers: noStore });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

function foreign(): Response {
  return failed(
    403,
    new LabroomError({ code: 'UNAUTHORIZED', message: 'Only pages of this site may call this endpoint.' }),
  );
}

function statusOf(error: unknown): number {
  if (!(error instanceof LabroomError)) return 500;
  if (error.code === 'UNAUTHENTICATED') return 401;
  if (error.code === 'RATE_LIMITED') return 429;
  return error.retryable ? 502 : 400;
}

function failed(status: number, error: unknown): Response {
  if (!(error instanceof LabroomError)) console.error(error);
  const { code, message, requestId, details } =
    error instanceof LabroomError
      ? error
      : new LabroomError({ code: 'INTERNAL_ERROR', message: 'The session could not be changed.' });
  const body = { error: { code, message, requestId, details: details && JSON.stringify(details) } };
  return Response.json(body, { status, headers: noStore });
}
