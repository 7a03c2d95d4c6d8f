import {
  answerProof,
  callGateway,
  callsOf,
  DATA_KEY,
  namedPaymentFor,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService, startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { dataKeys } from '../platform/db/tables/files.ts';
import { leases } from '../platform/db/tables/leases.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { settleOpenCalls } from './jobs/settle-open-calls.ts';
import { leaseOfRow } from './paid-call-lease.ts';

const service = await openTestService();

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** Expires the lease of the process that serves the calls of this payer. */
const expireLease = ({ db }: TestService['context'], payer: { address: string }) => {
  const runner = db
    .select({ name: leaseOfRow })
    .from(paidCalls)
    .where(eq(paidCalls.payer, payer.address.toLowerCase()));
  return db.update(leases).set({ expiresAt: sql`now()` }).where(inArray(leases.name, runner));
};
const recover = () => settleOpenCalls(service.context, pino({ enabled: false }));
const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;

test.each([
  { moment: 'before-mutation', left: 'serving', state: 'burned', ran: 0, paid: 0n },
  { moment: 'after-mutation', left: 'serving', state: 'burned', ran: 1, paid: 0n },
  { moment: 'before-settlement', left: 'served', state: 'settled', ran: 1, paid: 1n },
  { moment: 'after-settlement', left: 'served', state: 'settled', ran: 1, paid: 1n },
])(
  'killed $moment, a call is $state by the process that takes it over',
  async ({ moment, left, state, ran, paid }) => {
    const payer = await payerWith(2n * PRICE);
    const payment = await paymentFor(service, payer);
    const killed = await service.startReplica({ KILL_AT: moment }, 'faulty-gateway.ts');
    await expect(callGateway(killed, key, payment)).rejects.toThrow();
    await killed.exited;
    expect((await callsOf(service, payer))[0]?.state).toBe(left);

    // No call is taken over before the lease has expired.
    await recover();
    expect((await callsOf(service, payer))[0]?.state).toBe(left);
    await expireLease(service.context, payer);
    const look = async () => {
      await recover();
      return (await callsOf(service, payer))[0]?.state;
    };
    await expect.poll(look, { timeout: 60_000 }).toBe(state);
    expect(await stablecoinsOf(payer.address)).toBe((2n - paid) * PRICE);
    const keys = await service.context.db
      .select()
      .from(dataKeys)
      .where(eq(dataKeys.issuedTo, payer.address.toLowerCase()));
    expect(keys).toHaveLength(ran);

    const again = await callGateway(service, key, payment);
    expect([again.status, again.required?.error]).toEqual([402, 'payment_already_used']);
    const fresh = await callGateway(service, key, await paymentFor(service, payer));
    expect(fresh.status).toBe(200);
  },
);

test.each(['before-settlement', 'after-settlement'])(
  'killed %s, the answer is given to its payer by another process, and charged once',
  async (moment) => {
    const payer = await payerWith(2n * PRICE);
    const named = await namedPaymentFor(service, payer, key);
    const variables = { KILL_AT: moment, SERVICE_URL: service.url };
    const killed = await service.startReplica(variables, 'faulty-gateway.ts');
    await expect(callGateway(killed, named.call, named.payment)).rejects.toThrow();
    await killed.exited;

    const ask = async () => {
      const proof = await answerProof(service, payer, named);
      const headers = { ...named.call.headers, 'payment-proof': proof };
      return callGateway(service, { ...named.call, headers }, named.payment);
    };
    // An answer that is not paid is withheld.
    const early = await ask();
    expect([early.status, early.required?.error]).toEqual([402, 'payment_already_used']);
    await expireLease(service.context, payer);
    await expect
      .poll(async () => {
        await recover();
        return (await callsOf(service, payer))[0]?.state;
      })
      .toBe('settled');
    const answer = await ask();
    expect(answer.status).toBe(200);
    const [issued] = await service.context.db
      .select()
      .from(dataKeys)
      .where(eq(dataKeys.issuedTo, payer.address.toLowerCase()));
    expect(answer.body.data.generateDataEncryptionKey.encryptedDek).toEqual(expect.any(String));
    expect(issued).toBeDefined();
    expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  },
);

test('a starting process recovers the calls of a killed one', async () => {
  const payer = await payerWith(PRICE);
  const killed = await service.startReplica({ KILL_AT: 'before-settlement' }, 'faulty-gateway.ts');
  await expect(callGateway(killed, key, await paymentFor(service, payer))).rejects.toThrow();
  await killed.exited;
  await expireLease(service.context, payer);
  const next = await service.startReplica();
  await expect
    .poll(async () => (await callsOf(service, payer))[0]?.state, { timeout: 60_000 })
    .toBe('settled');
  await next.stop();
});

test('calls of a running process are not taken over', async () => {
  const payer = await payerWith(PRICE);
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const slow = await startTestService({
    async forward() {
      entered.resolve();
      await leave.promise;
      return { status: 200, body: {} };
    },
  });
  const call = callGateway(slow, key, await paymentFor(slow, payer));
  await entered.promise;
  for (let time = 0; time < 3; time += 1) await settleOpenCalls(slow.context, pino({ enabled: false }));
  expect((await callsOf(slow, payer))[0]?.state).toBe('serving');
  leave.resolve();
  expect((await call).status).toBe(200);
  expect((await callsOf(slow, payer))[0]?.state).toBe('settled');
  await slow.stop();
});

test('a process continues its calls after all its connections broke, and no other takes them over', async () => {
  const payer = await payerWith(PRICE);
  const slow = await startTestService({
    async forward() {
      const { db } = slow.context;
      await db
        .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        .catch(() => {});
      for (let time = 0; time < 3; time += 1) await settleOpenCalls(slow.context, pino({ enabled: false }));
      return { status: 200, body: {} };
    },
  });
  const answer = await callGateway(slow, key, await paymentFor(slow, payer));
  expect(answer.status).toBe(200);
  expect((await callsOf(slow, payer))[0]?.state).toBe('settled');
  await slow.stop();
});

test.each([
  { moment: 'before another process looks', taken: false },
  { moment: 'and another process takes over', taken: true },
])('a lease that expires while a call is served, $moment, charges nobody', async ({ taken }) => {
  const payer = await payerWith(PRICE);
  const slow = await startTestService({
    async forward() {
      await expireLease(slow.context, payer);
      if (taken) await settleOpenCalls(slow.context, pino({ enabled: false }));
      return { status: 200, body: {} };
    },
  });
  const answer = await callGateway(slow, key, await paymentFor(slow, payer));
  expect(answer.status).toBe(504);
  await settleOpenCalls(slow.context, pino({ enabled: false }));
  expect((await callsOf(slow, payer))[0]?.state).toBe('burned');
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  await slow.stop();
});

test('a call whose process lost its lease before settling is settled once, by another process', async () => {
  const payer = await payerWith(2n * PRICE);
  const clock = vi.spyOn(performance, 'now');
  const slow = await startTestService({
    async forward() {
      // The process is paused after the mutation ran, and its lease expires.
      clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
      return { status: 200, body: {} };
    },
  });
  const { facilitator } = slow.context;
  const settle = vi.spyOn(facilitator, 'settle');
  const answer = await callGateway(slow, key, await paymentFor(slow, payer));
  expect(answer.status).toBe(200);
  expect(settle).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  await expect
    .poll(
      async () => {
        await settleOpenCalls(slow.context, pino({ enabled: false }));
        return (await callsOf(slow, payer))[0]?.state;
      },
      { timeout: 60_000 },
    )
    .toBe('settled');
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  await slow.stop();
});
