import { type NextRequest, NextResponse } from 'next/server';
import { isDevelopment, webEnv } from './web/config/env.ts';
import { contentSecurityPolicy } from './web/content-security-policy.ts';

/**
 * Refuses addresses that cannot be decoded, and gives every page its content security policy, with a nonce that Next writes on its scripts. It decides nothing else: who
 * may do what is decided by the service. Calls of the API do not pass here, so no body is read.
 */
export function proxy(request: NextRequest): NextResponse {
  // Next fails at these with HTTP 500 when it reads the parameters of a page.
  if (!isDecodable(request.nextUrl.pathname))
    return new NextResponse('The address has a % that does not begin a character in UTF-8.\n', {
      status: 400,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
    });
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy({ nonce, env: webEnv(), development: isDevelopment });
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

// Pictures pass only if their address has an escape.
export const config = { matcher: ['/((?!api/|marks/|_next/).*)', '/marks/(.*%.*)'] };
