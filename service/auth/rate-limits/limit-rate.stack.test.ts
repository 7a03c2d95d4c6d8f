import { signIn } from '@labroom/testing/actors.ts';
import { type Proof, post } from '@labroom/testing/test-client.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { forgetFullBuckets } from '#worker/forget-full-buckets.ts';
import { createConsumerCredential } from '../consumer-credential.ts';
import { createAnonymousLimit, createRateLimit } from './limit-rate.ts';

const LABS = '{ labs { totalCount } }';

const PER_CONSUMER = 12;
const PER_WALLET = 4;
const PER_ADDRESS = 6;

const service = await openTestService();
const limits = {
  RATE_LIMIT_PER_CONSUMER: String(PER_CONSUMER),
  RATE_LIMIT_PER_WALLET: String(PER_WALLET),
  RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
  RATE_LIMIT_PER_VISITOR: String(PER_ADDRESS),
};
const replicas = [await service.startPeer(limits), await service.startPeer(limits)];

/** Sends `count` concurrent requests to the two processes. Returns how many the elapsed time allows. */
async function sendMany(
  count: number,
  perMinute: number,
  credential: string,
  proof?: Proof | ((index: number) => Proof),
) {
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      post(
        { url: replicas[index % 2]?.url ?? '', credential },
        LABS,
        {},
        typeof proof === 'function' ? proof(index) : proof,
      ),
    ),
  );
  const granted = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429);
  expect(granted + refused.length).toBe(count);
  const minutes = (performance.now() - started) / 60_000;
  return { granted, refused, allowed: perMinute + Math.ceil(minutes * perMinute) };
}

const newConsumer = async () =>
  (await createConsumerCredential(service.context.db, 'labroom_local', 'another')).credential;

describe('credentials that wallets issued themselves', () => {
  const issuedTo = async (wallet: string) =>
    (await createConsumerCredential(service.context.db, 'labroom_local', 'own', { wallet })).credential;
  const statusesOf = async (credentials: string[]) => {
    const answers = await Promise.all(
      credentials.map((credential, at) => post({ url: replicas[at % 2]?.url ?? '', credential }, LABS)),
    );
    return answers.filter(({ status }) => status === 200).length;
  };

  test('share the requests of their wallet', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
    const credentials = await Promise.all(Array.from({ length: 3 }, () => issuedTo(wallet)));
    await service.context.db.execute(sql`delete from rate_limit_buckets where key like 'address:%'`);
    expect(
      await statusesOf(Array.from({ length: 6 }, (_, at) => credentials[at % 3] ?? '')),
    ).toBeLessThanOrEqual(PER_WALLET + 1);
  });

  test('of many wallets share the requests of their address', async () => {
    const wallets = Array.from({ length: 10 }, () => privateKeyToAccount(generatePrivateKey()).address);
    const credentials = await Promise.all(wallets.map((wallet) => issuedTo(wallet.toLowerCase())));
    await service.context.db.execute(sql`delete from rate_limit_buckets where key like 'address:%'`);
    expect(await statusesOf(credentials)).toBeLessThanOrEqual(PER_ADDRESS + 2);
  });
});

describe('two processes', () => {
  test('share the tokens of a consumer, and report when there are more', async () => {
    const credential = await newConsumer();
    const { granted, refused, allowed } = await sendMany(40, PER_CONSUMER, credential);
    expect(granted).toBeGreaterThanOrEqual(PER_CONSUMER);
    expect(granted).toBeLessThanOrEqual(allowed);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toMatch(/^[1-5]$/);
      const details = { retryAfterSeconds: Number(headers.get('retry-after')) };
      const errorInfo = { ...details, requestId: headers.get('x-request-id'), retryable: true, details };
      const extensions = { code: 'RATE_LIMITED', ...errorInfo };
      expect(body).toEqual({
        errors: [{ message: expect.any(String), errorType: 'RATE_LIMITED', errorInfo, extensions }],
      });
    }
  });

  test('share the tokens of a wallet, whichever consumer sends its requests', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { token } = await signIn(service, wallet);
    const first = await sendMany(10, PER_WALLET, await newConsumer(), token);
    expect(first.granted).toBeGreaterThanOrEqual(PER_WALLET);
    expect(first.granted).toBeLessThanOrEqual(first.allowed);
    const second = await sendMany(10, PER_WALLET, await newConsumer(), token);
    expect(first.granted + second.granted).toBeLessThanOrEqual(first.allowed + second.allowed - PER_WALLET);
  });

  test('a consumer over its limit does not affect others', async () => {
    await sendMany(30, PER_CONSUMER, await newConsumer());
    expect((await sendMany(1, PER_CONSUMER, await newConsumer())).granted).toBe(1);
  });

  test('a document counts as many times as it has root fields, including those in fragments', async () => {
    const fields = (first: number) =>
      Array.from({ length: 3 }, (_, index) => `f${first + index}: labs { totalCount }`).join(' ');
    const document = `query { ${fields(0)} ... on Query { ${fields(3)} } ...Rest } fragment Rest on Query { ${fields(6)} }`;
    const credential = await newConsumer();
    const statuses = [];
    for (let time = 0; time < 2; time += 1) {
      const answer = await post({ url: replicas[0]?.url ?? '', credential }, document);
      statuses.push([answer.status, Number(answer.headers.get('retry-after'))]);
    }
    // The first document takes nine of the twelve tokens. The second lacks up to eight, at one per five seconds.
    expect(statuses[0]).toEqual([200, 0]);
    expect(statuses[1]?.[0]).toBe(429);
    expect(statuses[1]?.[1]).toBeGreaterThan(30);
    expect(statuses[1]?.[1]).toBeLessThanOrEqual(45);
  });

  test('a token that has expired does not count for its wallet', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { token, tokenId } = await signIn(service, wallet);
    const revoke = 'mutation($tokenId: String!) { revokeServiceToken(tokenId: $tokenId) { error { code } } }';
    await post(service, revoke, { tokenId }, token);
    expect((await sendMany(PER_WALLET + 2, PER_WALLET, await newConsumer(), token)).granted).toBe(
      PER_WALLET + 2,
    );
  });
});

describe('the visitors of a web app', () => {
  const newApp = async () =>
    (await createConsumerCredential(service.context.db, 'labroom_local', 'app', { namesVisitors: true }))
      .credential;
  const at = (address: string) => ({ 'x-visitor-address': address });

  test('are counted separately, across processes: a limited visitor does not affect others', async () => {
    const app = await newApp();
    const { granted, refused, allowed } = await sendMany(30, PER_ADDRESS, app, at('198.51.100.7'));
    expect(granted).toBeGreaterThanOrEqual(PER_ADDRESS);
    expect(granted).toBeLessThanOrEqual(allowed);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    // More than the app itself may send.
    const others = await sendMany(2 * PER_CONSUMER, 0, app, (index) => at(`203.0.113.${index}`));
    expect(others.refused).toEqual([]);
  });

  test('count by network, whatever addresses they use in it and however those are written', async () => {
    const app = await newApp();
    const six = await sendMany(30, PER_ADDRESS, app, (index) => at(`2001:db8:0:7::${index + 1}`));
    expect(six.granted).toBeLessThanOrEqual(six.allowed);
    const again = await sendMany(10, PER_ADDRESS, app, at('2001:0DB8:0000:0007:1:2:3:4'));
    expect(six.granted + again.granted).toBeLessThanOrEqual(six.allowed + again.allowed - PER_ADDRESS);
    const four = await sendMany(30, PER_ADDRESS, app, (index) =>
      at(['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407'][index % 3] ?? ''),
    );
    expect(four.granted).toBeLessThanOrEqual(four.allowed);
  });

  test('share the tokens of their wallet, wherever they are', async () => {
    const app = await newApp();
    const { token } = await signIn(service, privateKeyToAccount(generatePrivateKey()));
    const { granted, allowed } = await sendMany(20, PER_WALLET, app, (index) => ({
      ...at(`203.0.113.${index}`),
      'x-service-token': token,
    }));
    expect(granted).toBeLessThanOrEqual(allowed);
  });

  test('count as the app itself if it names no visitor', async () => {
    const app = await newApp();
    await sendMany(30, PER_ADDRESS, app, at('198.51.100.7'));
    const { granted, allowed } = await sendMany(30, PER_CONSUMER, app);
    expect(granted).toBeGreaterThanOrEqual(PER_CONSUMER);
    expect(granted).toBeLessThanOrEqual(allowed);
  });

  test.each([
    '',
    'unknown',
    '198.51.100.7, 203.0.113.9',
    '198.51.100.7:443',
    '198.51.100',
    '2001:db8::/64',
    `${'1'.repeat(4000)}`,
  ])('must be named by one IP address: %j is rejected and not counted', async (address) => {
    const app = await newApp();
    const answer = await post({ url: service.url, credential: app }, LABS, {}, at(address));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ errorType: 'VALIDATION_FAILED' }]);
  });

  test('can be named by web apps only: for another consumer the header does not avoid its limit', async () => {
    const credential = await newConsumer();
    const { granted, allowed } = await sendMany(40, PER_CONSUMER, credential, (index) =>
      at(index % 3 ? `203.0.113.${index}` : 'nonsense'),
    );
    expect(granted).toBeGreaterThanOrEqual(PER_CONSUMER);
    expect(granted).toBeLessThanOrEqual(allowed);
  });

  test('are not affected by other consumers, other apps or the gateway naming the same address', async () => {
    const app = await newApp();
    const victim = '198.51.100.99';
    await sendMany(30, PER_CONSUMER, await newConsumer(), at(victim));
    await sendMany(30, PER_ADDRESS, await newApp(), at(victim));
    await createAnonymousLimit({
      db: service.context.db,
      config: {
        ...service.context.config,
        rateLimits: { perConsumer: 1, perWallet: 1, perAddress: 1, perVisitor: 1, processorMs: 60_000 },
      },
    }).ofAddress(victim);
    expect((await sendMany(PER_ADDRESS, PER_ADDRESS, app, at(victim))).granted).toBe(PER_ADDRESS);
  });

  test('leave no rows behind after ten thousand invented addresses', async () => {
    const { db } = service.context;
    const rateLimits = {
      perConsumer: 6_000,
      perWallet: 600,
      perAddress: 600,
      perVisitor: 6_000,
      processorMs: 60_000,
    };
    const limitRate = createRateLimit({
      ...service.context,
      config: { ...service.context.config, rateLimits },
    });
    const consumer = {
      id: 'made-up',
      issuedTo: null,
      namesVisitors: true,
      allowedMutations: null,
      allowedLabs: null,
      perMinute: null,
      slashPaths: false,
    };
    const counts = await Promise.all(
      Array.from({ length: 10_000 }, (_, index) =>
        limitRate({ consumer, wallet: { kind: 'none' } }, `10.1.${index >> 8}.${index & 255}`),
      ),
    );
    expect(counts.every(({ wait }) => wait === 0)).toBe(true);
    // Simulates the tenth of a second that fills such a bucket.
    const mine = sql`key like 'visitor:made-up:%'`;
    await db.execute(
      sql`update rate_limit_buckets set full_at = full_at - interval '0.1 seconds' where ${mine}`,
    );
    await forgetFullBuckets({ db });
    const { rows } = await db.execute(
      sql`select count(*)::int as left from rate_limit_buckets where ${mine}`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

describe('the limits', () => {
  test('are off on local by default', async () => {
    expect(service.context.config.rateLimits).toBeNull();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(service, LABS)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('still apply when the database fails: the request is rejected', async () => {
    const staging = await startTestService({ environment: 'staging' });
    expect(staging.context.config.rateLimits).toEqual({
      perConsumer: 6_000,
      perWallet: 600,
      perAddress: 600,
      perVisitor: 6_000,
      processorMs: 15_000,
    });
    await staging.context.db.execute(sql`drop table rate_limit_buckets`);
    const { status, body } = await post(staging, LABS);
    await staging.stop();
    expect(status).toBe(500);
    expect(body.errors).toMatchObject([{ errorType: 'INTERNAL_ERROR' }]);
    expect(JSON.stringify(body)).not.toContain('rate_limit');
  });
});
