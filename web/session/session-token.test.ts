import { describe, expect, it } from 'vitest';
import { readSessionToken } from './session-token.ts';

const now = new Date('2026-11-21T12:00:00Z');
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function jwt(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

const claims = { sub: wallet, tid: 'token-1', exp: now.getTime() / 1000 + 60 };

describe('reading the claims of a session token', () => {
  it('returns the wallet in lowercase and the expiry as ISO 8601', () => {
    expect(readSessionToken(jwt(claims), now)).toMatchObject({
      walletAddress: wallet.toLowerCase(),
      tokenId: 'token-1',
      expiresAt: '2026-11-21T12:01:00.000Z',
    });
  });

  it('returns null from the second of its expiry', () => {
    expect(readSessionToken(jwt({ ...claims, exp: now.getTime() / 1000 }), now)).toBeNull();
  });

  it.each([
    ['a missing token', undefined],
    ['an empty cookie', ''],
    ['a string that is not a JWT', 'hello'],
    ['a payload that is not JSON', 'a.b.c'],
    ['an invalid wallet', jwt({ ...claims, sub: 'me' })],
    ['an invalid token id', jwt({ ...claims, tid: 7 })],
    ['an invalid expiry', jwt({ ...claims, exp: 'tomorrow' })],
  ])('returns null for %s', (_name, token) => {
    expect(readSessionToken(token, now)).toBeNull();
  });
});
