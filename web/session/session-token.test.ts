import { describe, expect, it } from 'vitest';
import { readSessionToken } from './session-token.ts';

const now = new Date('2026-11-21T12:00:00Z');
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function jwt(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

const claims = { sub: wallet, tid: 'token-1', exp: now.getTime() / 1000 + 60 };

describe('what a session token says of itself', () => {
  it('names the wallet in lower case and the end as ISO 8601', () => {
    expect(readSessionToken(jwt(claims), now)).toMatchObject({
      walletAddress: wallet.toLowerCase(),
      tokenId: 'token-1',
      expiresAt: '2026-11-21T12:01:00.000Z',
    });
  });

  it('is nothing once it has expired, at that very second too', () => {
    expect(readSessionToken(jwt({ ...claims, exp: now.getTime() / 1000 }), now)).toBeNull();
  });

  it.each([
    ['no token', undefined],
    ['an empty cookie', ''],
    ['no JWT', 'hello'],
    ['no JSON inside', 'a.b.c'],
    ['no wallet', jwt({ ...claims, sub: 'me' })],
    ['no token id', jwt({ ...claims, tid: 7 })],
    ['no expiry', jwt({ ...claims, exp: 'tomorrow' })],
  ])('is nothing for %s', (_name, token) => {
    expect(readSessionToken(token, now)).toBeNull();
  });
});
