import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataKeys } from '../db/tables/files.ts';
import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '../testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '../testing/test-payment.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { settleOpenCalls } from './settle-open-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

// Programs are started, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const recover = () => settleOpenCalls(service.context, pino({ enabled: false }));
const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };

test.each([
  { moment: 'before-mutation', left: 'serving', state: 'burned', ran: 0, paid: 0n },
  { moment: 'after-mutation', left: 'serving', state: 'burned', ran: 1, paid: 0n },
  { moment: 'before-settlement', left: 'served', state: 'settled', ran: 1, paid: 1n },
  { moment: 'after-settlement', left: 'served', state: 'settled', ran: 1, paid: 1n },
])(
  'killed $moment, a call is $state by whoever looks after it',
  async ({ moment, left, state, ran, paid }) => {
    const payer = await payerWith(2n * PRICE);
    const payment = await paymentFor(service, payer);
    const killed = await service.startReplica({ KILL_AT: moment }, 'faulty-gateway.ts');
    await expect(callGateway(killed, key, payment)).rejects.toThrow();
    await killed.exited;
    expect((await callsOf(service, payer))[0]?.state).toBe(left);

    // The database may learn a moment later that the process is gone.
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

test('a process that starts looks after what another left behind', async () => {
  const payer = await payerWith(PRICE);
  const killed = await service.startReplica({ KILL_AT: 'before-settlement' }, 'faulty-gateway.ts');
  await expect(callGateway(killed, key, await paymentFor(service, payer))).rejects.toThrow();
  await killed.exited;
  const next = await service.startReplica();
  await expect
    .poll(async () => (await callsOf(service, payer))[0]?.state, { timeout: 60_000 })
    .toBe('settled');
  await next.stop();
});

test('what a living process serves or settles is left to it', async () => {
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

test('a process whose connection broke, so that its calls were burned, charges nobody for them', async () => {
  const payer = await payerWith(PRICE);
  const slow = await startTestService({
    async forward() {
      const { db } = slow.context;
      await db.$client.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid::bigint >= 2147483648
           and database = (select oid from pg_database where datname = current_database())`,
      );
      await expect
        .poll(async () => {
          await settleOpenCalls(slow.context, pino({ enabled: false }));
          return (await callsOf(slow, payer))[0]?.state;
        })
        .toBe('burned');
      return { status: 200, body: {} };
    },
  });
  const answer = await callGateway(slow, key, await paymentFor(slow, payer));
  expect(answer.status).toBe(504);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  const [first] = await callsOf(slow, payer);
  expect(first?.state).toBe('burned');
  await slow.stop();
});
