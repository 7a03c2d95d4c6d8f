import assert from 'node:assert/strict';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { extendToken, generateToken } from '@labroom/testing/token-requests.ts';
import { check } from '../check/check.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { done, notExecuted, refused } from '../service/expect.ts';
import type { Service } from '../service/service.ts';

const section = 'docs/specification/identity.md#credentials; docs/specification/identity.md#service-tokens';
const OUTSIDER = '0x000000000000000000000000000000000000dEaD';

/** The headers of a user: the consumer is that of the token's audience, or named beside it. */
const credentialsOf = (service: Service, user: Fixture['user']): Record<string, string> => ({
  authorization: `Bearer ${user.token}`,
  ...(!user.isRegistered && { 'x-api-key': service.credential }),
});

interface Issued {
  token: string;
  tokenId: string;
  createdAt: string;
  expiresAt: string;
}

export const userTokenChecks = [
  check(
    'users.token',
    {
      rule: 'A user token as Bearer with x-wallet-address proves a wallet that it lists, and no other.',
      section,
      needs: ['user', 'newcomer'],
    },
    async ({ service, user }) => {
      const credentials = credentialsOf(service, user);
      done(await generateKey(service, { ...credentials, 'x-wallet-address': user.wallet }));
      refused(
        await generateKey(service, { ...credentials, 'x-wallet-address': OUTSIDER }),
        'UNAUTHENTICATED',
        'WALLET_NOT_IN_TOKEN',
      );
      refused(await generateKey(service, credentials), 'UNAUTHENTICATED', 'NO_AUTH');
      refused(await generateKey(service, { 'x-wallet-address': user.wallet }), 'UNAUTHENTICATED', 'NO_AUTH');
    },
  ),

  check(
    'users.consumer',
    {
      rule: "The consumer is the one that the token's audience is registered to, or the credential in x-api-key; never the Bearer.",
      section,
      needs: ['user'],
    },
    async ({ service, user }) => {
      const body = JSON.stringify({ query: '{ labs { totalCount } }' });
      const ask = (headers: Record<string, string>) => service.send({ headers, body });
      const authorization = `Bearer ${user.token}`;
      assert.equal((await ask(credentialsOf(service, user))).status, 200);
      if (!user.isRegistered) notExecuted(await ask({ authorization }), 401, 'UNAUTHENTICATED');
      notExecuted(await ask({ authorization: `Bearer ${service.credential}` }), 401, 'UNAUTHENTICATED');
      notExecuted(await ask({ authorization, 'x-api-key': 'nonsense' }), 401, 'UNAUTHENTICATED');
    },
  ),

  check(
    'users.service-token',
    {
      rule: 'A user token gives a service token without a signature; with a service token beside it, that one decides.',
      section,
      needs: ['user', 'newcomer'],
    },
    async ({ service, user, newcomer }) => {
      const headers = { ...credentialsOf(service, user), 'x-wallet-address': user.wallet };
      const { token } = done(await generateToken(service, {}, headers));
      done(await generateKey(service, token));
      const both = { ...headers, 'x-service-token': (await newcomer()).token };
      refused(await generateToken(service, {}, both), 'UNAUTHENTICATED', 'NO_AUTH');
      refused(await generateKey(service, { ...headers, 'x-service-token': 'nonsense' }), 'UNAUTHENTICATED');
    },
  ),

  check(
    'users.service-token.end',
    {
      rule: 'A service token from a user token ends with it, after 24 hours at the latest, and is extended with a user token only.',
      section,
      needs: ['user', 'newcomer'],
    },
    async ({ service, user }) => {
      const headers = { ...credentialsOf(service, user), 'x-wallet-address': user.wallet };
      const issued: Issued = done(await generateToken(service, {}, headers));
      const { exp } = JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString());
      const [issuedAt, end] = [Date.parse(issued.createdAt), Date.parse(issued.expiresAt)];
      assert.ok(end <= Math.min(1_000 * exp, issuedAt + 86_400_000));
      refused(
        await generateToken(service, { expiresIn: '25h' }, headers),
        'VALIDATION_FAILED',
        'EXPIRES_IN_TOO_LONG',
      );
      const extension = { expiresIn: '1h' };
      const stale = await extendToken(service, issued.tokenId, issued.token, extension);
      refused(stale, 'UNAUTHENTICATED', 'FRESH_PROOF_REQUIRED');
      done(await extendToken(service, issued.tokenId, headers, extension));
    },
  ),
];
