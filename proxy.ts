import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from './web/content-security-policy.ts';
import { isDevelopment, webEnv } from './web/env.ts';

/**
 * Gives every page its content security policy, with a nonce that Next writes on its scripts. It decides nothing else: who
 * may do what is decided by the service. Calls of the API do not pass here, so no body is read.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy({ nonce, env: webEnv(), development: isDevelopment });
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: ['/((?!api/|marks/|_next/).*)'] };
