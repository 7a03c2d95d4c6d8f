import { randomBytes } from 'node:crypto';
import { CreateLabDocument, GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import {
  ask,
  type Proof,
  post,
  reasonOf,
  refusalOf,
  resultOf,
  textOf,
} from '@labroom/testing/test-client.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { startTestIssuer } from '@labroom/testing/test-issuer.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { extendToken, generateToken, revokeToken } from '@labroom/testing/token-requests.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { consumers } from '../platform/db/tables/consumers.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';
import { createConsumerCredential } from './consumer-credential.ts';

/** The consumer that the audience `web` is registered to. */
const WEB = '0000000000w1';
const GONE = '0000000000g1';

const provider = await startTestIssuer();
const service = await openTestService({
  variables: {
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: `tests, web=${WEB}, gone=${GONE}, nobody=000000000000`,
    RATE_LIMIT_PER_WALLET: '200',
  },
});
const secretHash = randomBytes(32);
await service.context.db.insert(consumers).values([
  { id: WEB, label: 'web', secretHash, namesVisitors: true },
  { id: GONE, label: 'gone', secretHash, revokedAt: new Date() },
]);
const user = await fundedWallet();
afterEach(() => {
  provider.fault = null;
});
afterAll(() => provider.stop());

const LABS = '{ labs { totalCount } }';
const KEY = textOf(GenerateDataEncryptionKeyDocument);

/** The headers that a registered program sends for a user who is signed in with the issuer. */
async function userHeaders(claims: Record<string, unknown> = {}, wallet = user.address) {
  const token = await provider.sign({ aud: 'web', wallet_address: user.address, ...claims });
  return { authorization: `Bearer ${token}`, 'x-wallet-address': wallet };
}

/** Result of a call that needs a wallet: the HTTP status, the reason of the error, or `null`. */
async function outcome(proof: Proof): Promise<number | string | null> {
  const { status, body } = await post(service, KEY, {}, proof);
  if (status !== 200) return status;
  const { error } = body.data.generateDataEncryptionKey;
  return error && JSON.parse(error.details).reason;
}

describe('a user token', () => {
  test('acts for the wallets it lists and no other', async () => {
    const outsider = await fundedWallet();
    expect(await outcome(await userHeaders({}, outsider.address))).toBe('WALLET_NOT_IN_TOKEN');
    const linked_accounts = [{ type: 'wallet', address: outsider.address }];
    expect(await outcome(await userHeaders({ linked_accounts }, outsider.address))).toBeNull();
    expect(await outcome(await userHeaders({ wallet_address: undefined }))).toBe('WALLET_NOT_IN_TOKEN');
    expect(await outcome(await userHeaders({}, `${user.address}, ${outsider.address}`))).toBe(
      'WALLET_NOT_IN_TOKEN',
    );
    const { authorization } = await userHeaders();
    expect(await outcome({ authorization })).toBe('NO_AUTH');
  });

  test('that is invalid still allows public reads, if another header identifies the consumer', async () => {
    const headers = { ...(await userHeaders({ exp: 1 })), 'x-api-key': service.credential };
    expect(await ask(service, LABS, {}, headers)).toMatchObject({ labs: {} });
    expect(await outcome(headers)).toBe('TOKEN_EXPIRED');
  });

  test('counts for its wallet', async () => {
    const limited = await startTestService({
      variables: {
        OIDC_ISSUER: provider.issuer,
        OIDC_AUDIENCE: 'tests',
        RATE_LIMIT_PER_WALLET: '2',
      },
    });
    const headers = { ...(await userHeaders({ aud: 'tests' })), 'x-api-key': limited.credential };
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push((await post(limited, LABS, {}, headers)).status);
    await limited.stop();
    expect(answers).toContain(429);
  });

  test('is never logged', () => {
    const log = service.logLines.join('');
    expect(log.length).toBeGreaterThan(0);
    expect(log).not.toContain('eyJ');
    expect(log).not.toContain('Bearer');
  });
});

describe('a service token issued for a user token', () => {
  const issue = (headers: Proof, expiresIn?: string) => generateToken(service, { expiresIn }, headers);
  const extend = (tokenId: string, proof: Proof) => extendToken(service, tokenId, proof, { expiresIn: '2h' });
  /** `exp` of a user token that expires in this many hours. */
  const inHours = (hours: number) => Math.floor(Date.now() / 1_000) + hours * 3_600;

  test('expires with it, and after a day at the latest', async () => {
    const soon = inHours(1);
    for (const e of [undefined, '5h', '24h'])
      expect(Date.parse((await issue(await userHeaders({ exp: soon }), e)).expiresAt)).toBe(soon * 1_000);
    const late = await issue(await userHeaders({ exp: inHours(100) }));
    expect(Date.parse(late.expiresAt) - Date.parse(late.createdAt)).toBe(86_400_000);
    expect(reasonOf(await issue(await userHeaders({ exp: inHours(100) }), '25h'))).toBe(
      'EXPIRES_IN_TOO_LONG',
    );
    // Still accepted for a request because of clock differences, but not to issue a token.
    expect(reasonOf(await issue(await userHeaders({ exp: inHours(0) - 5 })))).toBe('TOKEN_EXPIRED');
  });

  test('is extended with a new user token only, and not after the wallet is unlinked', async () => {
    const { token, tokenId } = await issue(await userHeaders());
    expect(reasonOf(await extend(tokenId, token))).toBe('FRESH_PROOF_REQUIRED');
    const extended = await extend(tokenId, await userHeaders({ exp: inHours(1) }));
    expect(extended.error).toBeNull();
    expect(Date.parse(extended.expiresAt)).toBeLessThanOrEqual(inHours(1) * 1_000);
    expect(await outcome(extended.token)).toBeNull();
    expect(reasonOf(await extend(tokenId, await userHeaders({ wallet_address: undefined })))).toBe(
      'WALLET_NOT_IN_TOKEN',
    );
  });

  test('cannot extend tokens that the wallet itself signed for', async () => {
    const signed = await signIn(service, user);
    const bought = await issue(await userHeaders());
    for (const proof of [bought.token, await userHeaders()])
      expect(reasonOf(await extend(signed.tokenId, proof))).toBe('FRESH_PROOF_REQUIRED');
  });

  test('from before this rule expires a day after it was issued, whatever its JWT says', async () => {
    const { token, tokenId } = await issue(await userHeaders());
    await service.context.db
      .update(serviceTokens)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(serviceTokens.id, tokenId));
    expect(await outcome(token)).toBe('TOKEN_EXPIRED');
  });
});

describe('x-wallet-address', () => {
  test('proves nothing by itself', async () => {
    const header = { 'x-wallet-address': user.address };
    expect(await outcome(header)).toBe('NO_AUTH');
    expect(await outcome({ ...header, 'x-api-key': service.credential })).toBe('NO_AUTH');
    expect(await generateToken(service, {}, header)).toMatchObject({
      token: null,
      error: { code: 'UNAUTHENTICATED' },
    });
  });

  test('does not change which wallet a service token acts for', async () => {
    const outsider = await fundedWallet();
    const { token, tokenId } = await signIn(service, outsider);
    const proof = { 'x-service-token': token, 'x-wallet-address': user.address };
    const { error } = await revokeToken(service, (await signIn(service, user)).tokenId, proof);
    expect(error.code).toBe('NOT_FOUND');
    expect(tokenId).toBeDefined();
  });
});

describe('the consumer of a user token', () => {
  const audienceOf = async (aud: string | string[], apiKey?: string) => ({
    ...(await userHeaders({ aud })),
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  });

  test('is the one that the audience is registered to', async () => {
    expect(await outcome(await audienceOf('web'))).toBeNull();
    expect(await outcome(await audienceOf(['somebody else', 'web', 'tests']))).toBeNull();
  });

  test('is named by x-api-key if the audience is registered to no consumer', async () => {
    expect(await outcome(await audienceOf('tests'))).toBe(401);
    expect(await outcome(await audienceOf('tests', service.credential))).toBeNull();
  });

  test('must be exactly one, with a valid credential', async () => {
    for (const aud of ['gone', 'nobody', ['web', 'gone']])
      expect(await outcome(await audienceOf(aud))).toBe(401);
    for (const wrong of [
      '',
      'nonsense',
      service.credential.replace(/.{4}$/, 'beef'),
      `Bearer ${service.credential}`,
    ])
      expect(await outcome(await audienceOf('web', wrong))).toBe(401);
  });

  test('cannot be another one that obtained the token', async () => {
    const { credential } = await createConsumerCredential(
      service.context.db,
      'labroom_local',
      'another program',
    );
    expect(await outcome(await audienceOf('web', credential))).toBe('INVALID_TOKEN');
    expect(await outcome(await audienceOf('another program', credential))).toBe('UNKNOWN_AUDIENCE');
  });

  test('cannot name visitors without showing its credential, even if the consumer may', async () => {
    const named = { 'x-visitor-address': 'nowhere' };
    expect(await outcome({ ...(await audienceOf('web')), ...named })).toBeNull();
    const app = await createConsumerCredential(service.context.db, 'labroom_local', 'app', {
      namesVisitors: true,
    });
    expect(await outcome({ ...(await audienceOf('tests', app.credential)), ...named })).toBe(400);
  });

  test('is never accepted as Bearer, even with a valid key', async () => {
    const authorization = `Bearer ${service.credential}`;
    expect(await outcome({ authorization })).toBe(401);
    expect(await outcome({ authorization, 'x-api-key': service.credential })).toBe(401);
    expect(await outcome({ authorization: '', 'x-api-key': service.credential })).toBe(401);
  });
});

describe('a user token that is rejected with 401', () => {
  test.each([
    ['has expired', { aud: 'web', exp: 1 }, 'TOKEN_EXPIRED', 'expired'],
    ['is for an unknown audience', { aud: 'another program' }, 'UNKNOWN_AUDIENCE', 'audience'],
    ['is for an audience without a consumer', { aud: 'tests' }, 'CONSUMER_UNKNOWN', 'x-api-key'],
    ['is for two consumers', { aud: ['web', 'gone'] }, 'CONSUMER_UNKNOWN', 'more than one consumer'],
    ['is for a revoked consumer', { aud: 'gone' }, 'INVALID_CREDENTIAL', 'revoked'],
    ['is of another issuer', { aud: 'web', iss: 'https://issuer.example' }, 'INVALID_TOKEN', 'iss'],
  ])('because it %s gets the reason in the body and in the challenge', async (_, claims, reason, words) => {
    await expectRejection((await userHeaders(claims)).authorization, reason, words);
  });

  test('because its signature is invalid, or it is not a JWT, gets the reason', async () => {
    const { authorization } = await userHeaders();
    const forged = authorization.replace(/.{8}$/, 'AAAAAAAA');
    await expectRejection(forged, 'INVALID_TOKEN', 'not signed');
    await expectRejection(
      'Bearer opaque-access-token',
      'INVALID_TOKEN',
      'must be a signed access or ID token',
    );
  });

  async function expectRejection(authorization: string, reason: string, words: string) {
    const { status, headers, body } = await post(service, LABS, {}, { authorization });
    const [error] = body.errors;
    expect([status, error.errorType, error.errorInfo.reason]).toEqual([401, 'UNAUTHENTICATED', reason]);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('without Bearer');
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="labroom", error="invalid_token", error_description="${error.message}"`,
    );
  }
});

describe('a service token sent with a user token', () => {
  test('is the only one that counts: rights are never merged', async () => {
    const holder = await fundedWallet();
    const { token } = await signIn(service, holder);
    const { oclId } = await mintLab(user);
    const both = { ...(await userHeaders()), 'x-service-token': token };
    expect((await resultOf(service, CreateLabDocument, { oclId }, both)).error.code).toBe('UNAUTHORIZED');
    const refused = await generateToken(service, {}, both);
    expect(refusalOf(refused)).toEqual({ code: 'UNAUTHENTICATED', reason: 'NO_AUTH' });
    expect(await outcome({ ...both, 'x-service-token': 'nonsense' })).toBe('INVALID_TOKEN');
  });
});

describe('an issuer that does not answer', () => {
  test('makes calls that need a user token fail with a retryable error', async () => {
    const cut = await startTestService({
      variables: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: `tests, web=${WEB}` },
    });
    const headers = await userHeaders();
    provider.fault = 500;
    const { status, body, headers: answered } = await post(cut, KEY, {}, headers);
    expect(status).toBe(503);
    expect(answered.get('retry-after')).toBe('1');
    const errorType = 'UPSTREAM_UNAVAILABLE';
    const details = { reason: 'IDENTITY_PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 };
    const errorInfo = { ...details, requestId: answered.get('x-request-id'), retryable: true, details };
    const extensions = { code: errorType, ...errorInfo };
    expect(body).toEqual({ errors: [{ message: expect.any(String), errorType, errorInfo, extensions }] });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');

    const keyed = { ...headers, 'x-api-key': cut.credential };
    expect(await ask(cut, LABS, {}, keyed)).toMatchObject({ labs: {} });
    expect((await generateKey(cut, keyed)).error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryable: true,
      details: '{"reason":"IDENTITY_PROVIDER_UNAVAILABLE"}',
    });
    await cut.stop();
  });
});

test('without an identity provider no user token is accepted', async () => {
  const plain = await startTestService();
  const headers = { ...(await userHeaders()), 'x-api-key': plain.credential };
  expect((await post(plain, LABS, {}, headers)).status).toBe(401);
  await plain.stop();
});

test('revoking a consumer rejects the tokens of its users', async () => {
  const headers = await userHeaders();
  const { db } = service.context;
  await db.update(consumers).set({ revokedAt: new Date() }).where(eq(consumers.id, WEB));
  expect(await outcome(headers)).toBe(401);
});
