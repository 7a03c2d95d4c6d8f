import { signIn } from '@labroom/testing/actors.ts';
import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';

const origin = 'https://tools.example.org';
const LABS = '{ labs { totalCount } }';

const service = await openTestService();
const limited = await service.startPeer({
  RATE_LIMIT_PER_CONSUMER: '20',
  RATE_LIMIT_PER_WALLET: '10',
  RATE_LIMIT_PER_ADDRESS: '1000',
  ALLOWED_ORIGINS: origin,
});

const newConsumer = async () => {
  const { credential } = await createConsumerCredential(service.context.db, 'labroom_local', 'limited');
  return { url: limited.url, credential };
};

/** What a response tells about buckets, by policy. */
function ratesOf({ headers }: Pick<Response, 'headers'>) {
  const read = (name: string, pattern: RegExp) =>
    Object.fromEntries(
      (headers.get(name)?.split(', ') ?? []).map((item) => {
        const [, policy = '', first, second] = pattern.exec(item) ?? [];
        return [policy, [Number(first), Number(second)]];
      }),
    );
  return {
    limits: read('ratelimit', /^"([a-z]+)";r=(\d+);t=(\d+)$/),
    policies: read('ratelimit-policy', /^"([a-z]+)";q=(\d+);w=(\d+)$/),
  };
}

describe('the headers RateLimit and RateLimit-Policy', () => {
  test('name every bucket that the request counts in, with what is left', async () => {
    const consumer = await newConsumer();
    const { token } = await signIn(service, privateKeyToAccount(generatePrivateKey()));
    const { limits, policies } = ratesOf(await post(consumer, LABS, {}, token));
    expect(policies).toEqual({ consumer: [20, 60], wallet: [10, 60] });
    expect(limits).toMatchObject({ consumer: [19, expect.any(Number)], wallet: [9, expect.any(Number)] });
    for (const [, resets] of Object.values(limits)) expect(resets).toBeGreaterThan(0);
    for (const [, resets] of Object.values(limits)) expect(resets).toBeLessThanOrEqual(6);
  });

  test('count every root field of the document', async () => {
    const answer = await post(await newConsumer(), '{ a: labs { totalCount } b: labs { totalCount } }');
    expect(ratesOf(answer).limits).toMatchObject({ consumer: [18, expect.any(Number)] });
  });

  test('say with 429 what Retry-After says', async () => {
    const consumer = await newConsumer();
    await Promise.all(Array.from({ length: 25 }, () => post(consumer, LABS)));
    const refused = await post(consumer, LABS);
    expect(refused.status).toBe(429);
    const { limits, policies } = ratesOf(refused);
    expect(limits).toEqual({ consumer: [0, Number(refused.headers.get('retry-after'))] });
    expect(policies).toEqual({ consumer: [20, 60] });
  });

  test.each([
    ['GET', '/mail/confirm'],
    ['POST', '/credentials'],
    ['POST', '/local/x402/labs/createLab'],
  ])('name the bucket of the address at %s %s', async (method, path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${limited.url}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(ratesOf(answer).policies).toEqual({ address: [1000, 60], processor: [15_000, 60] });
  });

  test('come with a stream of events', async () => {
    const { url, credential } = await newConsumer();
    const stream = await fetch(`${url}/events`, { headers: { authorization: credential } });
    await stream.body?.cancel();
    expect(ratesOf(stream).policies).toEqual({ consumer: [20, 60] });
  });

  test.each(['/graphql', '/credentials', '/local/x402/labs/createLab'])(
    'can be read by a page of another origin: %s',
    async (path) => {
      const answer = await fetch(`${limited.url}${path}`, { method: 'POST', headers: { origin } });
      const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after']));
    },
  );

  test('are absent where nothing is limited', async () => {
    const { headers } = await post(service, LABS);
    expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([false, false]);
  });
});
