import 'server-only';

interface CookieOptions {
  httpOnly: true;
  sameSite: 'strict';
  secure: boolean;
  path: '/';
  expires: Date;
}

/** Over https the name itself forbids a `Domain` and plain http (RFC 6265bis, `__Host-`). */
export function sessionCookieName(webUrl: string): string {
  return isHttps(webUrl) ? '__Host-labroom-session' : 'labroom-session';
}

/** No script reads it, no other site sends it. */
export function sessionCookieOptions(webUrl: string, expiresAt: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(webUrl),
    path: '/',
    expires: new Date(expiresAt),
  };
}

function isHttps(webUrl: string): boolean {
  return new URL(webUrl).protocol === 'https:';
}
