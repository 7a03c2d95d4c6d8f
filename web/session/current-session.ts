import 'server-only';
import { cookies } from 'next/headers';
import type { Session } from '#lib/session/session.ts';
import { webEnv } from '../config/env.ts';
import { sessionCookieName } from './session-cookie.ts';
import { readSessionToken, type SessionToken } from './session-token.ts';

/** Session of the current request, with its token. */
export async function currentSessionToken(): Promise<SessionToken | null> {
  const jar = await cookies();
  return readSessionToken(jar.get(sessionCookieName(webEnv().webUrl))?.value);
}

/** Session of the current request, without the token. */
export async function currentSession(): Promise<Session | null> {
  const session = await currentSessionToken();
  return session && { walletAddress: session.walletAddress, expiresAt: session.expiresAt };
}
