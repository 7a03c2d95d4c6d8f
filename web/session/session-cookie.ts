import 'server-only';

interface CookieOptions {
  httpOnly: true;
  sameSite: 'strict';
  secure: boolean;
  path: '/';
  expires: Date;
}

/** With https, the `__Host-` prefix forbids `Domain` and plain http (RFC 6265bis). */
export function sessionCookieName(webUrl: string): string {
  return isHttps(webUrl) ? '__Host-labroom-session' : 'labroom-session';
}

/** Scripts cannot read the cookie, and other sites cannot send it. */
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
