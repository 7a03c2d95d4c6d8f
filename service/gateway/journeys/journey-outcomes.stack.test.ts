import { DATA_KEY, payerWith } from '@labroom/testing/test-gateway.ts';
import { buyJourney, callOf } from '@labroom/testing/test-journey.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { leases } from '../../platform/db/tables/leases.ts';
import type { Forward } from '../forward.ts';
import { settleOpenCalls } from '../jobs/settle-open-calls.ts';

let forward: Forward;
const service = await openTestService({
  forward: (...args) => forward(...args),
  config: (config) => ({ ...config, gateway: { ...config.gateway, maxTimeoutSeconds: 1 } }),
});

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const served: Forward = async () => ({ status: 200, body: { ran } });
let ran = 0;
const running =
  (answer: Forward): Forward =>
  (...args) => {
    ran += 1;
    return answer(...args);
  };

let payer: TestWallet;
let journey: string;
beforeEach(async () => {
  payer = await payerWith(PRICE);
  journey = await buyJourney(service, payer, [{ mutation: key.mutation }]);
  ran = 0;
});
const use = (number: number) => callOf(service, journey, number, key);

test.each([400, 404, 429, 500, 503])('an upstream %i gives the call back', async (status) => {
  forward = running(async () => ({ status, body: { refused: true }, retryAfterSeconds: 7 }));
  const refused = await use(1);
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
    status,
    { refused: true },
    '7',
  ]);
  forward = running(served);
  expect([(await use(1)).status, ran]).toEqual([200, 2]);
  expect((await use(101)).status).toBe(402);
});

test.each<[string, Forward, number]>([
  ['an upstream 302', async () => ({ status: 302, body: {} }), 502],
  ['a lost answer', () => Promise.reject(new Error('lost')), 502],
  ['an answer that comes too late', () => new Promise(() => {}), 504],
])('%s burns the call and puts one in its place, twice', async (_, answer, status) => {
  for (const number of [1, 101, 201]) {
    forward = running(answer);
    expect((await use(number)).status).toBe(status);
    // The same request again has no second effect.
    forward = running(served);
    const again = await use(number);
    expect([again.status, again.required?.error]).toEqual([402, 'journey_call_burned']);
  }
  expect(ran).toBe(3);
  expect((await use(301)).required?.error).toBe('journey_call_unknown');
  expect(await stablecoinsOf(payer.address)).toBe(0n);
});

test('a call in the place of a burned one runs, and is used up', async () => {
  forward = running(() => Promise.reject(new Error('lost')));
  await use(1);
  forward = running(served);
  expect([(await use(101)).status, (await use(101)).body, ran]).toEqual([200, { ran: 2 }, 2]);
  expect((await use(201)).required?.error).toBe('journey_call_unknown');
});

test('a call whose process lost its lease is burned by another, and answered by neither', async () => {
  forward = running(async (...args) => {
    await service.context.db.update(leases).set({ expiresAt: new Date(0) });
    await settleOpenCalls(service.context, pino({ enabled: false }));
    return served(...args);
  });
  expect((await use(1)).status).toBe(504);
  forward = running(served);
  expect((await use(1)).required?.error).toBe('journey_call_burned');
});
