import { signingKey, startTestIssuer, type TestIssuer } from '@labroom/testing/test-issuer.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UserTokensConfig } from '../platform/config/config.ts';
import type { KeyTiming } from './issuer-keys.ts';
import { createUserTokenVerifier } from './user-token.ts';

let provider: TestIssuer;
beforeAll(async () => {
  provider = await startTestIssuer();
});
afterEach(() => {
  Object.assign(provider, { fault: null, discovery: null });
  provider.visits.length = 0;
});
afterAll(() => provider.stop());

const WALLET = '0x00000000000000000000000000000000000000aa';
const claims = { wallet_address: WALLET };
const MINUTE = 60;

function verifier(config: Partial<UserTokensConfig> = {}, timing: Partial<KeyTiming> = {}) {
  const verify = createUserTokenVerifier(
    {
      issuer: provider.issuer,
      audiences: [{ audience: 'tests', consumerId: null }],
      jwksUrl: undefined,
      walletClaim: undefined,
      ...config,
    },
    { cacheMs: 600_000, cooldownMs: 0, failureMs: 0, timeoutMs: 5_000, ...timing },
  );
  if (!verify) throw new Error('There is no verifier');
  return verify;
}

const now = () => Math.floor(Date.now() / 1000);
const keySetsFetched = () => provider.visits.filter((path) => path === '/keys').length;
const unavailable = {
  code: 'UPSTREAM_UNAVAILABLE',
  reason: 'IDENTITY_PROVIDER_UNAVAILABLE',
  retryable: true,
};

describe('a token of the issuer', () => {
  test.each(['RS256', 'ES256', 'EdDSA'])('signed with %s is accepted', async (alg) => {
    await provider.rotate(alg);
    const user = await verifier()(await provider.sign(claims));
    expect([...user.wallets]).toEqual([WALLET]);
  });

  test.each(['PS256', 'RS512', 'ES384'])('signed with %s is not', async (alg) => {
    await provider.rotate(alg);
    const token = await provider.sign(claims);
    await provider.rotate('ES256');
    await expect(verifier()(token)).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
  });

  test.each([
    ['for another audience', { aud: 'another program' }, 'UNKNOWN_AUDIENCE'],
    ['for an audience that only starts like a registered one', { aud: 'tests-2' }, 'UNKNOWN_AUDIENCE'],
    ['for nobody', { aud: undefined }, 'UNKNOWN_AUDIENCE'],
    ['of another issuer', { iss: 'https://issuer.example' }, 'INVALID_TOKEN'],
    ['of no issuer', { iss: undefined }, 'INVALID_TOKEN'],
    ['about nobody', { sub: undefined }, 'INVALID_TOKEN'],
    ['without an expiry', { exp: undefined }, 'INVALID_TOKEN'],
    ['that has expired', { exp: now() - MINUTE }, 'TOKEN_EXPIRED'],
    ['that is not valid yet', { nbf: now() + MINUTE }, 'INVALID_TOKEN'],
  ])('%s is rejected', async (_, change, reason) => {
    const token = await provider.sign({ ...claims, ...change });
    await expect(verifier()(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', reason });
  });

  test('may be off by the allowed clock difference', async () => {
    const token = await provider.sign({ ...claims, exp: now() - 5, nbf: now() - 1 });
    await expect(verifier()(token)).resolves.toBeDefined();
    const early = await provider.sign({ ...claims, nbf: now() + 5 });
    await expect(verifier()(early)).resolves.toBeDefined();
  });

  test.each([['at+jwt'], ['application/at+jwt'], [undefined]])('of the type %s is accepted', async (typ) => {
    await expect(verifier()(await provider.sign(claims, { typ }))).resolves.toBeDefined();
  });

  test.each(['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'labroom-service+jwt'])(
    'of the type %s is rejected',
    async (typ) => {
      const token = await provider.sign(claims, { typ });
      await expect(verifier()(token)).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
    },
  );

  test('gives the consumers that its audiences are registered to', async () => {
    const verify = verifier({
      audiences: [
        { audience: 'tests', consumerId: null },
        { audience: 'web', consumerId: 'consumer-one' },
        { audience: 'app', consumerId: 'consumer-two' },
      ],
    });
    const consumersOf = async (aud: string | string[]) => [
      ...(await verify(await provider.sign({ ...claims, aud }))).consumerIds,
    ];
    expect(await consumersOf('tests')).toEqual([]);
    expect(await consumersOf('web')).toEqual(['consumer-one']);
    expect(await consumersOf(['app', 'somebody else', 'web'])).toEqual(['consumer-one', 'consumer-two']);
  });
});

describe('the keys of the issuer', () => {
  test('are fetched once, however many tokens arrive', async () => {
    const verify = verifier({}, { cooldownMs: 60_000 });
    const token = await provider.sign(claims);
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    await verify(token);
    expect(provider.visits).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('may be at a configured URL, for an issuer whose name is not a URL', async () => {
    const verify = verifier({ issuer: 'identity.example', jwksUrl: provider.jwksUrl });
    await verify(await provider.sign({ ...claims, iss: 'identity.example' }));
    expect(provider.visits).toEqual(['/keys']);
  });

  test('rotate: a token of the new key is accepted at once, a token of the old key no longer', async () => {
    const verify = verifier();
    const old = await provider.sign(claims);
    await verify(old);
    await provider.rotate();
    await expect(verify(await provider.sign(claims))).resolves.toBeDefined();
    await expect(verify(old)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', reason: 'INVALID_TOKEN' });
  });

  test('are not fetched again for every unknown key', async () => {
    const verify = verifier({}, { cooldownMs: 60_000 });
    await verify(await provider.sign(claims));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const token = await provider.sign(claims, {}, await signingKey());
      await expect(verify(token)).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
    }
    expect(keySetsFetched()).toBe(1);
  });

  test('expire: a withdrawn key is accepted no longer than the cache lives', async () => {
    const verify = verifier({}, { cacheMs: 0 });
    const token = await provider.sign(claims);
    await verify(token);
    await provider.rotate();
    await expect(verify(token)).rejects.toMatchObject({ reason: 'INVALID_TOKEN' });
  });

  test.each([
    ['fails', 500],
    ['knows nothing', 404],
    ['redirects', 302],
    ['is silent', 'hang'],
  ] as const)(
    'are unavailable while the issuer %s: the error is retryable, and verification works again afterwards',
    async (_, fault) => {
      const verify = verifier({}, { timeoutMs: 1_000 });
      const token = await provider.sign(claims);
      provider.fault = fault;
      await expect(verify(token)).rejects.toMatchObject(unavailable);
      provider.fault = null;
      await expect(verify(token)).resolves.toBeDefined();
    },
  );

  test.each([
    ['fails', 500],
    ['redirects', 302],
  ] as const)('at a configured URL are unavailable while it %s', async (_, fault) => {
    const verify = verifier({ jwksUrl: provider.jwksUrl });
    const token = await provider.sign(claims);
    provider.fault = fault;
    await expect(verify(token)).rejects.toMatchObject(unavailable);
    expect(provider.visits).toEqual(['/keys']);
  });

  test('are not requested by every call while the issuer fails', async () => {
    const verify = verifier({}, { failureMs: 60_000 });
    const token = await provider.sign(claims);
    provider.fault = 500;
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(verify(token)).rejects.toMatchObject(unavailable);
    expect(provider.visits).toHaveLength(1);
  });

  test.each([
    ['of another issuer', { issuer: 'https://issuer.example', jwks_uri: 'https://issuer.example/keys' }],
    ['without keys', { issuer: 'replaced below' }],
    ['that points to a local file', { issuer: 'replaced below', jwks_uri: 'file:///etc/passwd' }],
  ])('are not taken from a discovery document %s', async (_, document) => {
    const issuer = document.issuer.startsWith('https:') ? document.issuer : provider.issuer;
    provider.discovery = { ...document, issuer };
    await expect(verifier()(await provider.sign(claims))).rejects.toMatchObject(unavailable);
    expect(keySetsFetched()).toBe(0);
  });
});
