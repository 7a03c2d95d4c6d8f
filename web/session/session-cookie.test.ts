import { describe, expect, it } from 'vitest';
import { sessionCookieName, sessionCookieOptions } from './session-cookie.ts';

describe('the session cookie', () => {
  it('is bound to the host and to https if the app uses https', () => {
    expect(sessionCookieName('https://labroom.example')).toBe('__Host-labroom-session');
    expect(sessionCookieOptions('https://labroom.example', '2026-11-21T12:00:00.000Z')).toEqual({
      httpOnly: true,
      sameSite: 'strict',
      secure: true,
      path: '/',
      expires: new Date('2026-11-21T12:00:00.000Z'),
    });
  });

  it('works over http in the local environment, still inaccessible to scripts and other sites', () => {
    expect(sessionCookieName('http://localhost:3000')).toBe('labroom-session');
    expect(sessionCookieOptions('http://localhost:3000', '2026-11-21T12:00:00.000Z')).toMatchObject({
      httpOnly: true,
      sameSite: 'strict',
      secure: false,
    });
  });
});
