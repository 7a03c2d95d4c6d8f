import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { signIn } from '@labroom/testing/actors.ts';
import { ask, type Proof, post } from '@labroom/testing/test-client.ts';
import { type SigningKey, signingKey, startTestIssuer } from '@labroom/testing/test-issuer.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { CompactEncrypt, CompactSign, exportSPKI, importJWK } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { signUploadToken } from '../operations/files/upload-token.ts';
import { readEnv } from '../platform/config/env.ts';
import { readSecrets } from '../platform/config/read-secrets.ts';
import { signServiceToken } from './service-token.ts';

type Json = Record<string, unknown>;

const decode = (part = '') => Buffer.from(part, 'base64url').toString();
const secret = randomBytes(32).toString('base64');

const provider = await startTestIssuer();
const service = await openTestService({
  variables: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'tests', SERVICE_SECRET: secret },
});
/** A server that a forged token names as the location of its key. */
const keyServer = await startLure();
const account = await fundedWallet();
const { token: jwt } = await signIn(service, account);
const [header, payload] = jwt.split('.', 2).map((part) => JSON.parse(decode(part)));
/** An issued token and its content. */
const genuine = { jwt, header, payload, wallet: account.address };
const { token, tokenId } = await signIn(service, await fundedWallet());
/** A token of another wallet. */
const other = { jwt: token, tokenId };
afterAll(async () => {
  await keyServer.close();
  await provider.stop();
});

async function startLure() {
  const key = await signingKey('RS256');
  const { url, close } = await listen(
    createServer((_request, response) => {
      keyServer.visits += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key.jwk] }));
    }),
  );
  return { url, close, visits: 0, key };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a JWT by hand, because libraries refuse to create some of these. */
function hmac(header: Json, payload: Json, key: Uint8Array | string, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function bySigner(header: Json, payload: Json, { alg, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ ...header, alg })
    .sign(privateKey);
}

const without = (object: Json, key: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

const KEY = 'mutation { generateDataEncryptionKey { plaintextDEK error { code details } } }';

/** Returns the reason for which a call that needs a wallet is rejected. Checks that reads still work. */
async function reasonFor(proof: Proof): Promise<string | null> {
  expect((await ask(service, '{ labs { totalCount } }', {}, proof)).labs.totalCount).toBe(0);
  const { error, plaintextDEK } = (await ask(service, KEY, {}, proof)).generateDataEncryptionKey;
  expect(plaintextDEK === null).toBe(error !== null);
  if (error) expect(error.code).toBe('UNAUTHENTICATED');
  return error && JSON.parse(error.details).reason;
}

describe('a service token', () => {
  const serviceKey = () => service.context.secrets.serviceTokenKeys[0];
  const h = (change: Json = {}): Json => ({ ...genuine.header, ...change });
  const p = (change: Json = {}): Json => ({ ...genuine.payload, ...change });
  const signature = () => genuine.jwt.split('.')[2] ?? '';

  test('that is refused is told why', async () => {
    const messageFor = async (proof: Proof) =>
      (await ask(service, 'mutation { generateDataEncryptionKey { error { message } } }', {}, proof))
        .generateDataEncryptionKey.error.message;
    const signed = (payload: Json, key = serviceKey()) => hmac(h(), payload, key);
    for (const [token, why] of [
      [signed(p({ exp: 1 })), 'has expired'],
      [signed(p({ aud: 'staging' })), 'is for another environment'],
      [signed(p({ iss: 'someone' })), 'The claim iss'],
      [signed(p(), randomBytes(32)), 'is not signed by this service'],
      ['nonsense', 'must be a token of generateServiceToken'],
    ])
      expect(await messageFor(token ?? '')).toContain(why);
    // Without a valid signature nothing is told about the claims.
    expect(await messageFor(signed(p({ aud: 'staging' }), randomBytes(32)))).toContain('is not signed');
  });

  test('that is genuine is accepted, even when created by hand with the same key', async () => {
    expect(await reasonFor(genuine.jwt)).toBeNull();
    expect(await reasonFor(hmac(h(), p(), serviceKey()))).toBeNull();
  });

  const forgeries: [string, () => string | Promise<string>][] = [
    ['not signed (alg none)', () => `${encode(h({ alg: 'none' }))}.${encode(p())}.`],
    ['not signed (alg None)', () => `${encode(h({ alg: 'None' }))}.${encode(p())}.`],
    ['not signed, with a signature', () => `${encode(h({ alg: 'none' }))}.${encode(p())}.${signature()}`],
    ['without an algorithm', () => hmac(without(h(), 'alg'), p(), serviceKey())],
    ['with an empty algorithm', () => hmac(h({ alg: '' }), p(), serviceKey())],
    ['signed with an empty key', () => hmac(h(), p(), '')],
    ['signed with zeros', () => hmac(h(), p(), new Uint8Array(32))],
    ['signed with a guessable secret', () => hmac(h(), p(), 'secret')],
    ['signed with HS512 and the right key', () => hmac(h({ alg: 'HS512' }), p(), serviceKey(), 'sha512')],
    [
      'signed with the key of upload tokens',
      () => hmac(h(), p(), service.context.secrets.uploadTokenKeys[0]),
    ],
    ['signed with the key of storage URLs', () => hmac(h(), p(), service.context.secrets.storageUrlKeys[0])],
    ['signed with the key of another environment', () => hmac(h(), p(), stagingKey())],
    ['signed with a public key as secret', async () => hmac(h(), p(), await pem(provider.key))],
    [
      'signed with a public key (RS256)',
      () => bySigner(h({ kid: keyServer.key.jwk.kid }), p(), keyServer.key),
    ],
    ['with its key inside (jwk)', () => bySigner(h({ jwk: keyServer.key.jwk }), p(), keyServer.key)],
    ['with its key at another URL (jku)', () => bySigner(h({ jku: keyServer.url }), p(), keyServer.key)],
    ['with its key at another URL (x5u)', () => bySigner(h({ x5u: keyServer.url }), p(), keyServer.key)],
    [
      'with HS256 and a key elsewhere',
      () => hmac(h({ jku: keyServer.url }), p(), JSON.stringify(keyServer.key.jwk)),
    ],
    ['with a kid that is a path', () => hmac(h({ kid: '../../../dev/null' }), p(), '')],
    ['with a kid that is SQL', () => hmac(h({ kid: "x' union select 'a" }), p(), 'a')],
    ['with an unknown critical header', () => hmac(h({ crit: ['exp'], exp: 1 }), p(), serviceKey())],
    ['with an unencoded payload (b64)', () => hmac(h({ crit: ['b64'], b64: false }), p(), serviceKey())],
    ['of another type', () => hmac(h({ typ: 'JWT' }), p(), serviceKey())],
    ['of no type', () => hmac(without(h(), 'typ'), p(), serviceKey())],
    ['of the type of upload tokens', () => hmac(h({ typ: 'labroom-upload+jwt' }), p(), serviceKey())],
    [
      'that is an upload token',
      () =>
        signUploadToken(service.context.secrets.uploadTokenKeys, 'local', {
          id: randomUUID(),
          oclId: '0x',
        }),
    ],
    ['that is a user token', () => provider.sign({ ...p(), wallet_address: genuine.wallet })],
    ['for another environment', () => hmac(h(), p({ aud: 'production' }), serviceKey())],
    ['for no environment', () => hmac(h(), without(p(), 'aud'), serviceKey())],
    ['of another issuer', () => hmac(h(), p({ iss: 'somebody' }), serviceKey())],
    ['without an expiry', () => hmac(h(), without(p(), 'exp'), serviceKey())],
    ['with an expiry that is text', () => hmac(h(), p({ exp: '9999999999' }), serviceKey())],
    ['that was never recorded', () => hmac(h(), p({ tid: randomUUID() }), serviceKey())],
    ['with the id of another one', () => hmac(h(), p({ tid: other.tokenId }), serviceKey())],
    ['without an id', () => hmac(h(), without(p(), 'tid'), serviceKey())],
    ['with another wallet', () => tampered({ sub: '0x00000000000000000000000000000000000000aa' })],
    ['with a later end', () => tampered({ exp: 9_999_999_999 })],
    ['with more rights', () => tampered({ role: 'OWNER' })],
    [
      'with the signature of another token',
      () => genuine.jwt.replace(/[^.]+$/, other.jwt.split('.')[2] ?? ''),
    ],
    ['without its signature', () => genuine.jwt.replace(/[^.]+$/, '')],
    ['with half of its signature', () => genuine.jwt.slice(0, -20)],
    ['in another serialization', () => jsonSerialization()],
    ['that is encrypted', () => encrypted()],
    ['in two parts', () => genuine.jwt.split('.').slice(0, 2).join('.')],
    ['that is not a JWT', () => 'nonsense'],
    ['that is only dots', () => '..'],
    ['of many kilobytes', () => `${encode(h())}.${'A'.repeat(12_000)}.${signature()}`],
  ];
  test.each(forgeries)('%s is refused', async (_, forge) => {
    expect(await reasonFor(await forge())).toBe('INVALID_TOKEN');
    expect(keyServer.visits).toBe(0);
  });

  test('that has expired is rejected with its own reason', async () => {
    expect(await reasonFor(hmac(h(), p({ exp: 1 }), serviceKey()))).toBe('TOKEN_EXPIRED');
  });

  test('with a scope cannot widen it by removing the list, or manage tokens by naming token operations', async () => {
    const allowedMutations = [
      'createAnnouncement',
      'generateServiceToken',
      'extendServiceToken',
      'revokeServiceToken',
    ];
    const tokenId = String(genuine.payload.tid);
    const scoped = await signServiceToken({
      keys: [serviceKey()],
      environment: 'local',
      tokenId,
      wallet: String(genuine.payload.sub),
      serviceName: 'x402',
      authMethod: 'x402',
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + 300_000),
      allowedMutations,
    });
    const errorOf = async (query: string, token: string) => {
      const { data } = (await post(service, query, {}, token)).body;
      return Object.values<{ error: { code: string; details: string } }>(data)[0]?.error;
    };
    const notAllowed = { code: 'UNAUTHORIZED', details: '{"reason":"MUTATION_NOT_ALLOWED"}' };
    expect(await errorOf(KEY, scoped)).toEqual(notAllowed);
    for (const operation of [
      `extendServiceToken(tokenId: "${tokenId}", expiresIn: "1y")`,
      `revokeServiceToken(tokenId: "${tokenId}")`,
      'generateServiceToken(serviceName: "x")',
    ])
      expect(await errorOf(`mutation { ${operation} { error { code details } } }`, scoped)).toEqual(
        notAllowed,
      );

    const [header, payload, signature] = scoped.split('.');
    const widened = without(JSON.parse(decode(payload)), 'allowedMutations');
    const all = { ...widened, allowedMutations: ['generateDataEncryptionKey'] };
    for (const claims of [widened, all])
      expect(await reasonFor(`${header}.${encode(claims)}.${signature}`)).toBe('INVALID_TOKEN');
  });

  function tampered(change: Json): string {
    const [header, , signature] = genuine.jwt.split('.');
    return `${header}.${encode(p(change))}.${signature}`;
  }

  function jsonSerialization(): string {
    const [header, payload, signature] = genuine.jwt.split('.');
    return JSON.stringify({ protected: header, payload, signature });
  }

  /** The same token, encrypted with a public key only. */
  async function encrypted(): Promise<string> {
    const publicKey = await importJWK({ ...keyServer.key.jwk, alg: 'RSA-OAEP-256', use: 'enc' });
    return new CompactEncrypt(Buffer.from(genuine.jwt))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
      .encrypt(publicKey);
  }

  /** The key that an operator gets who uses one secret for two environments. */
  function stagingKey(): Uint8Array {
    const env = readEnv({
      DATABASE_URL: service.databaseUrl,
      LABROOM_ENVIRONMENT: 'staging',
      SERVICE_SECRET: secret,
    });
    return readSecrets(env, service.dataDir).serviceTokenKeys[0];
  }
});

describe('a user token', () => {
  const claims = (change: Json = {}): Json => ({
    iss: provider.issuer,
    aud: 'tests',
    sub: 'user-1',
    exp: Math.floor(Date.now() / 1000) + 300,
    wallet_address: genuine.wallet,
    ...change,
  });
  const header = (change: Json = {}): Json => ({
    alg: provider.key.alg,
    kid: provider.key.jwk.kid,
    typ: 'JWT',
    ...change,
  });
  const bearing = (token: string) => ({
    authorization: `Bearer ${token}`,
    'x-api-key': service.credential,
    'x-wallet-address': genuine.wallet,
  });

  test('that is genuine is accepted', async () => {
    expect(await reasonFor(bearing(await provider.sign(claims())))).toBeNull();
    expect(await reasonFor(bearing(await bySigner(header(), claims(), provider.key)))).toBeNull();
  });

  const forgeries: [string, () => string | Promise<string>][] = [
    ['not signed (alg none)', () => `${encode(header({ alg: 'none' }))}.${encode(claims())}.`],
    ['signed with an empty key', () => hmac(header({ alg: 'HS256' }), claims(), '')],
    [
      'signed with the public key as secret',
      async () => hmac(header({ alg: 'HS256' }), claims(), await pem(provider.key)),
    ],
    [
      'signed with the public JWK as secret',
      () => hmac(header({ alg: 'HS256' }), claims(), JSON.stringify(provider.key.jwk)),
    ],
    [
      'signed by another key',
      () => bySigner(header({ kid: keyServer.key.jwk.kid }), claims(), keyServer.key),
    ],
    [
      'signed by another key with a known kid',
      async () => bySigner(header(), claims(), await signingKey('ES256')),
    ],
    ['with another algorithm and a known kid', () => bySigner(header(), claims(), keyServer.key)],
    [
      'with its key inside (jwk)',
      () => bySigner(header({ jwk: keyServer.key.jwk }), claims(), keyServer.key),
    ],
    [
      'with its key at another URL (jku)',
      () => bySigner(header({ jku: keyServer.url }), claims(), keyServer.key),
    ],
    [
      'with its key at another URL (x5u)',
      () => bySigner(header({ x5u: keyServer.url }), claims(), keyServer.key),
    ],
    [
      'that names another URL of its issuer',
      () => bySigner(header({ kid: keyServer.key.jwk.kid }), claims({ iss: keyServer.url }), keyServer.key),
    ],
    [
      'with a kid that is an address',
      () => bySigner(header({ kid: keyServer.url }), claims(), keyServer.key),
    ],
    ['that is a service token', () => genuine.jwt],
    [
      'that is an upload token',
      () =>
        signUploadToken(service.context.secrets.uploadTokenKeys, 'local', {
          id: randomUUID(),
          oclId: '0x',
        }),
    ],
    [
      'with changed claims',
      async () => changed({ wallet_address: '0x00000000000000000000000000000000000000aa' }),
    ],
  ];
  test.each(forgeries)('%s is refused', async (_, forge) => {
    expect(await reasonFor(bearing(await forge()))).toBe('INVALID_TOKEN');
    expect(keyServer.visits).toBe(0);
  });

  test("for the environment's name, which is not an audience, is rejected", async () => {
    const token = await provider.sign(claims({ aud: 'local' }));
    expect(await reasonFor(bearing(token))).toBe('UNKNOWN_AUDIENCE');
  });

  async function changed(change: Json): Promise<string> {
    const [head, , signature] = (await provider.sign(claims())).split('.');
    return `${head}.${encode(claims(change))}.${signature}`;
  }
});

async function pem({ jwk, alg }: SigningKey): Promise<string> {
  const key = await importJWK(jwk, alg, { extractable: true });
  if (key instanceof Uint8Array) throw new Error('A public key is no secret');
  return exportSPKI(key);
}
