import { dataKeyCall, testChannel } from '@labroom/testing/test-channel.ts';
import { callGateway, callsOf, payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { brokenInvariants } from '../../operator/check/invariants.ts';
import { leases } from '../../platform/db/tables/leases.ts';
import { paidCalls } from '../../platform/db/tables/paid-calls.ts';
import { paymentChannels } from '../../platform/db/tables/payment-channels.ts';
import { claimChannels } from '../jobs/claim-channels.ts';
import { settleOpenCalls } from '../jobs/settle-open-calls.ts';
import { leaseOfRow } from '../paid-call-lease.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
});
afterAll(() => service.stop());

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const log = pino({ enabled: false });

async function openChannel() {
  const payer = await payerWith(5n * PRICE);
  const channel = await testChannel(service, payer);
  expect((await callGateway(service, dataKeyCall, await channel.deposit(5n * PRICE, PRICE))).status).toBe(
    200,
  );
  const states = async () => (await callsOf(service, payer)).map(({ state }) => state);
  return { payer, channel, states };
}

/** Makes all that is owed due. */
const makeDue = () =>
  service.context.db
    .update(paymentChannels)
    .set({ claimAt: sql`now() - interval '1 second'` })
    .where(sql`${paymentChannels.claimAt} is not null`);

test.each(['before-mutation', 'after-mutation'])(
  'killed %s, a call is not charged, and the channel pays on',
  async (moment) => {
    const { payer, channel, states } = await openChannel();
    const voucher = await channel.voucher(2n * PRICE);
    const killed = await service.startReplica({ KILL_AT: moment }, 'faulty-gateway.ts');
    await expect(callGateway(killed, dataKeyCall, voucher)).rejects.toThrow();
    await killed.exited;
    expect(await states()).toEqual(['served', 'serving']);

    // No call is taken over before the lease has expired, and meanwhile no other one runs.
    await settleOpenCalls(service.context, log);
    const busy = await callGateway(service, dataKeyCall, voucher);
    expect(busy.required?.error).toBe('invalid_batch_settlement_evm_channel_busy');
    // The first call was served by the process of this test, which lives on.
    const runner = service.context.db
      .select({ name: leaseOfRow })
      .from(paidCalls)
      .where(and(eq(paidCalls.payer, payer.address.toLowerCase()), eq(paidCalls.state, 'serving')));
    await service.context.db
      .update(leases)
      .set({ expiresAt: sql`now()` })
      .where(inArray(leases.name, runner));
    await settleOpenCalls(service.context, log);
    expect(await states()).toEqual(['served', 'burned']);

    expect((await callGateway(service, dataKeyCall, voucher)).status).toBe(200);
    expect(await states()).toEqual(['served', 'burned', 'served']);
    await makeDue();
    await claimChannels(service.context, log);
    expect(await states()).toEqual(['settled', 'burned', 'settled']);
    expect(await channel.state()).toEqual({ balance: 5n * PRICE, claimed: 2n * PRICE });
    expect(await brokenInvariants(service.context.db)).toEqual([]);
  },
);

test.each([
  { moment: 'before-claim', claimed: 0n },
  { moment: 'after-claim', claimed: PRICE },
])('a worker killed $moment leaves what the next one settles, once', async ({ moment, claimed }) => {
  const { channel, states } = await openChannel();
  await makeDue();
  const killed = await service.startReplica({ KILL_AT: moment }, 'faulty-gateway.ts').catch(() => null);
  await killed?.exited;
  expect((await channel.state()).claimed).toBe(claimed);
  expect(await states()).toEqual(['served']);

  await makeDue();
  await Promise.all([claimChannels(service.context, log), claimChannels(service.context, log)]);
  expect(await states()).toEqual(['settled']);
  expect(await channel.state()).toEqual({ balance: 5n * PRICE, claimed: PRICE });
  expect(await brokenInvariants(service.context.db)).toEqual([]);
});
