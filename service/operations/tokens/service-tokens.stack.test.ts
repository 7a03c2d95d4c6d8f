import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentSignInMessage } from '#service/auth/sign-in-message.ts';
import { serviceTokens, signInMessages } from '#service/platform/db/tables/tokens.ts';
import { signIn } from '#testing/actors.ts';
import { ask } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

let service: TestService;
/** A second process on the same database. */
let replica: Pick<TestService, 'url' | 'credential'>;
const wallet = () => privateKeyToAccount(generatePrivateKey());

beforeAll(async () => {
  service = await startTestService();
  replica = { url: (await service.startPeer()).url, credential: service.credential };
});
afterAll(() => service.stop());

const MESSAGE =
  'query($w: String!, $s: String!) { getServiceSignInMessage(walletAddress: $w, serviceName: $s) { message } }';
const GENERATE = `mutation($w: String, $s: String!, $sig: String, $e: String) {
  generateServiceToken(walletAddress: $w, serviceName: $s, messageSignature: $sig, expiresIn: $e) {
    token tokenId serviceName expiresAt createdAt message error { code message details retryable requestId } } }`;
const EXTEND = `mutation($id: String!, $e: String!) { extendServiceToken(tokenId: $id, expiresIn: $e) {
  token tokenId expiresAt message error { code details } } }`;
const REVOKE = `mutation($id: String!) { revokeServiceToken(tokenId: $id) { tokenId revokedAt message error { code message details } } }`;
const KEY = 'mutation { generateDataEncryptionKey { encryptedDek error { code details } } }';

async function signInMessage(address: string, serviceName = 'tests'): Promise<string> {
  return (await ask(service, MESSAGE, { w: address, s: serviceName })).getServiceSignInMessage.message;
}

async function generate(variables: Record<string, unknown>, process: typeof replica = service) {
  return (await ask(process, GENERATE, { s: 'tests', ...variables })).generateServiceToken;
}

describe('the sign-in message', () => {
  test('is the same until it is used, and names the wallet, the service and the expiry', async () => {
    const account = wallet();
    const [first, second] = await Promise.all([
      signInMessage(account.address),
      signInMessage(account.address.toLowerCase()),
    ]);
    expect(first).toBe(second);
    expect(first).toContain(account.address);
    expect(first).toContain('"tests" in the local environment');
    expect(first).toMatch(/Chain ID: 31337\nNonce: [0-9a-f]{32}\nIssued At: .+\nExpiration Time: .+$/);
    await signIn(service, account);
    expect(await signInMessage(account.address)).not.toBe(first);
  });

  test('is returned to a request that runs while another one uses it', async () => {
    const { context } = service;
    const { $client } = context.db;
    const account = wallet();
    const address = account.address.toLowerCase();
    const message = await currentSignInMessage(context, address, 'tests');
    const query = $client.query.bind($client) as (...args: unknown[]) => Promise<unknown>;
    const mine = eq(signInMessages.wallet, address);
    const spy = vi.spyOn($client, 'query').mockImplementationOnce((async (...args: unknown[]) => {
      const result = await query(...args);
      await context.db.update(signInMessages).set({ usedAt: new Date() }).where(mine);
      return result;
    }) as typeof $client.query);
    expect(await currentSignInMessage(context, address, 'tests')).toBe(message);
    spy.mockRestore();
    expect(await currentSignInMessage(context, address, 'tests')).not.toBe(message);
  });
});

describe('generateServiceToken', () => {
  test('exactly one of fifty concurrent requests with one signature through two processes gets a token', async () => {
    const account = wallet();
    const sig = await account.signMessage({ message: await signInMessage(account.address) });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => generate({ w: account.address, sig }, i % 2 ? replica : service)),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
    const refusals = answers.flatMap(({ token, error }) =>
      error ? [{ token, ...JSON.parse(error.details) }] : [],
    );
    expect(refusals).toEqual(Array.from({ length: 49 }, () => ({ token: null, reason: 'NONCE_NOT_FOUND' })));
    const issued = await service.context.db
      .select()
      .from(serviceTokens)
      .where(eq(serviceTokens.wallet, account.address.toLowerCase()));
    expect(issued).toHaveLength(1);
  });

  test.each(['0d', '59s', '731d', '3y', '1.5d', 'd', '30', '-1d', '1e9s', ' 30d', '30D'])(
    'refuses the lifetime %j',
    async (e) => {
      const account = wallet();
      const sig = await account.signMessage({ message: await signInMessage(account.address) });
      const { error } = await generate({ w: account.address, sig, e });
      expect(error.code).toBe('VALIDATION_FAILED');
      expect(JSON.parse(error.details).reason).toBe('INVALID_EXPIRES_IN');
    },
  );

  test('rejects a signature over the message of another service name', async () => {
    const account = wallet();
    const sig = await account.signMessage({ message: await signInMessage(account.address, 'other') });
    const answer = await generate({ w: account.address, sig });
    expect(JSON.parse(answer.error.details)).toEqual({ reason: 'NONCE_NOT_FOUND' });
  });
});

describe('a service token', () => {
  test('authorizes its wallet; a modified, foreign or unsigned one does not', async () => {
    const { token } = await signIn(service, wallet());
    expect((await ask(service, KEY, {}, token)).generateDataEncryptionKey.error).toBeNull();
    const [header, payload, signature] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"labroom-service+jwt"}').toString('base64url')}.${payload}.`;
    const otherKey = await new SignJWT({ tid: '00000000-0000-4000-8000-000000000000' })
      .setProtectedHeader({ alg: 'HS256', typ: 'labroom-service+jwt' })
      .setIssuer('labroom')
      .setAudience('local')
      .setSubject(wallet().address)
      .setExpirationTime('1h')
      .sign(new Uint8Array(32));
    for (const forged of [unsigned, otherKey, `${header}.${payload}.${signature}x`, 'nonsense']) {
      const answer = await ask(service, KEY, {}, forged);
      expect(answer.generateDataEncryptionKey.error).toEqual({
        code: 'UNAUTHENTICATED',
        details: '{"reason":"INVALID_TOKEN"}',
      });
    }
  });

  test('can be extended: the new JWT works, and the old one still does', async () => {
    const { token, tokenId } = await signIn(service, wallet());
    const extended = (await ask(service, EXTEND, { id: tokenId, e: '60d' }, token)).extendServiceToken;
    expect(extended).toMatchObject({ tokenId, error: null });
    for (const jwt of [token, extended.token]) {
      expect((await ask(service, KEY, {}, jwt)).generateDataEncryptionKey.error).toBeNull();
    }
  });

  test('is revoked once by twenty concurrent requests through two processes: every JWT is invalid, and the time is returned', async () => {
    const { token, tokenId } = await signIn(service, wallet());
    const extended = (await ask(service, EXTEND, { id: tokenId, e: '60d' }, token)).extendServiceToken;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(i % 2 ? replica : service, REVOKE, { id: tokenId }, token)),
    );
    const results = answers.map((answer) => answer.revokeServiceToken);
    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    expect(new Set(results.map((result) => result.revokedAt)).size).toBe(1);
    for (const { error } of results.filter((result) => result.error)) {
      expect(error).toMatchObject({ code: 'CONFLICT', details: '{"reason":"ALREADY_REVOKED"}' });
    }
    for (const [jwt, process] of [
      [token, service],
      [extended.token, replica],
    ] as const) {
      const answer = await ask(process, KEY, {}, jwt);
      expect(answer.generateDataEncryptionKey.error).toEqual({
        code: 'UNAUTHENTICATED',
        details: '{"reason":"TOKEN_REVOKED"}',
      });
    }
    const late = (await ask(service, EXTEND, { id: tokenId, e: '1d' }, token)).extendServiceToken;
    expect(late.error).toEqual({ code: 'FAILED_PRECONDITION', details: '{"reason":"TOKEN_REVOKED"}' });
  });
});
