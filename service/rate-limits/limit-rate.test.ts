import { sql } from 'drizzle-orm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConsumerCredential } from '../auth/consumer-credential.ts';
import { post, signIn } from '../testing/test-client.ts';
import { type Replica, startTestService, type TestService } from '../testing/test-service.ts';

const LABS = '{ labs { totalCount } }';

const PER_CONSUMER = 12;
const PER_WALLET = 4;

let service: TestService;
let replicas: Replica[];
beforeAll(async () => {
  service = await startTestService();
  const limits = {
    RATE_LIMIT_PER_CONSUMER: String(PER_CONSUMER),
    RATE_LIMIT_PER_WALLET: String(PER_WALLET),
  };
  replicas = [await service.startReplica(limits), await service.startReplica(limits)];
});
afterAll(() => service.stop());

/** `count` requests at once, spread over the two processes, and how many the time they took would allow. */
async function rush(count: number, perMinute: number, credential: string, token?: string) {
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      post({ url: replicas[index % 2]?.url ?? '', credential }, LABS, {}, token),
    ),
  );
  const granted = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429);
  expect(granted + refused.length).toBe(count);
  const minutes = (performance.now() - started) / 60_000;
  return { granted, refused, allowed: perMinute + Math.ceil(minutes * perMinute) };
}

const newConsumer = async () =>
  (await createConsumerCredential(service.context.db, 'local', 'another')).credential;

describe('two processes', () => {
  test('share what a consumer has left, and say when there is more', async () => {
    const credential = await newConsumer();
    const { granted, refused, allowed } = await rush(40, PER_CONSUMER, credential);
    expect(granted).toBeGreaterThanOrEqual(PER_CONSUMER);
    expect(granted).toBeLessThanOrEqual(allowed);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toMatch(/^[1-5]$/);
      expect(body).toEqual({
        errors: [
          {
            message: expect.any(String),
            errorType: 'RATE_LIMITED',
            errorInfo: { requestId: headers.get('x-request-id') },
          },
        ],
      });
    }
  });

  test('share what a wallet has left, whoever asks for it', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { token } = await signIn(service, wallet);
    const first = await rush(10, PER_WALLET, await newConsumer(), token);
    expect(first.granted).toBeGreaterThanOrEqual(PER_WALLET);
    expect(first.granted).toBeLessThanOrEqual(first.allowed);
    const second = await rush(10, PER_WALLET, await newConsumer(), token);
    expect(first.granted + second.granted).toBeLessThanOrEqual(first.allowed + second.allowed - PER_WALLET);
  });

  test('one consumer leaves the others alone', async () => {
    await rush(30, PER_CONSUMER, await newConsumer());
    expect((await rush(1, PER_CONSUMER, await newConsumer())).granted).toBe(1);
  });

  test('a token that has ended is not counted for its wallet', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { token, tokenId } = await signIn(service, wallet);
    const revoke = 'mutation($tokenId: String!) { revokeServiceToken(tokenId: $tokenId) { error { code } } }';
    await post(service, revoke, { tokenId }, token);
    expect((await rush(PER_WALLET + 2, PER_WALLET, await newConsumer(), token)).granted).toBe(PER_WALLET + 2);
  });
});

describe('the limits', () => {
  test('are off on local where nothing is said', async () => {
    expect(service.context.config.rateLimits).toBeNull();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(service, LABS)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('do not open when the database cannot count', async () => {
    const staging = await startTestService({ environment: 'staging' });
    expect(staging.context.config.rateLimits).toEqual({
      perConsumer: 6_000,
      perWallet: 600,
      perAddress: 600,
    });
    await staging.context.db.execute(sql`drop table rate_limit_buckets`);
    const { status, body } = await post(staging, LABS);
    await staging.stop();
    expect(status).toBe(500);
    expect(body.errors).toMatchObject([{ errorType: 'INTERNAL_ERROR' }]);
    expect(JSON.stringify(body)).not.toContain('rate_limit');
  });
});
