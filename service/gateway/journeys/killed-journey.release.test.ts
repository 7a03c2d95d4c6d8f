import { callsOf, DATA_KEY, payerWith } from '@labroom/testing/test-gateway.ts';
import { buyJourney, callOf, payForJourney, signJourney } from '@labroom/testing/test-journey.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { brokenInvariants } from '../../operator/check/invariants.ts';
import { dataKeys } from '../../platform/db/tables/files.ts';
import { leases } from '../../platform/db/tables/leases.ts';
import { settleOpenCalls } from '../jobs/settle-open-calls.ts';

const service = await openTestService();
// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const calls = [{ mutation: key.mutation }];
/** After the leases of processes with open work have expired: of the killed ones. */
const recover = async () => {
  const { db } = service.context;
  await db.execute(sql`update ${leases} set expires_at = now() where name in (
    select 'paid calls of runner ' || runner from journey_calls where state = 'serving'
    union select 'paid calls of runner ' || runner from paid_calls where state in ('serving', 'served'))`);
  await settleOpenCalls(service.context, pino({ enabled: false }));
};
const keysOf = ({ address }: TestWallet) =>
  service.context.db.$count(dataKeys, eq(dataKeys.issuedTo, address.toLowerCase()));
const kill = (moment: string) =>
  service.startReplica({ KILL_AT: moment, SERVICE_URL: service.url }, 'faulty-gateway.ts');

test.each(['before-settlement', 'after-settlement'])(
  'killed %s, a journey is settled once by another process, and its payer gets it',
  async (moment) => {
    const payer = await payerWith(2n * PRICE);
    const killed = await kill(moment);
    const signed = await signJourney(service, payer, calls);
    await expect(payForJourney(killed, signed)).rejects.toThrow();
    await killed.exited;
    const ask = async () => {
      const headers = { ...signed.headers, 'payment-proof': await signed.proof() };
      return payForJourney(service, { ...signed, headers });
    };
    // A journey that is not paid is withheld.
    const early = await ask();
    expect([early.status, early.required?.error]).toEqual([402, 'payment_already_used']);
    const look = async () => {
      await recover();
      return (await callsOf(service, payer))[0]?.state;
    };
    await expect.poll(look, { timeout: 60_000 }).toBe('settled');
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect((await callOf(service, body.journey, 1, key)).status).toBe(200);
    expect([await stablecoinsOf(payer.address), await keysOf(payer)]).toEqual([PRICE, 1]);
  },
);

test.each([
  ['before-mutation', 0],
  ['after-mutation', 1],
] as const)(
  'killed %s, a call of a journey does not run again, and one is in its place',
  async (moment, ran) => {
    const payer = await payerWith(PRICE);
    const journey = await buyJourney(service, payer, calls);
    const killed = await kill(moment);
    await expect(callOf(killed, journey, 1, key)).rejects.toThrow();
    await killed.exited;
    const running = await callOf(service, journey, 1, key);
    expect([running.status, running.required?.error]).toEqual([402, 'journey_call_running']);
    await recover();
    const again = await callOf(service, journey, 1, key);
    expect([again.status, again.required?.error]).toEqual([402, 'journey_call_burned']);
    expect(await keysOf(payer)).toBe(ran);
    expect((await callOf(service, journey, 101, key)).status).toBe(200);
    expect([await stablecoinsOf(payer.address), await keysOf(payer)]).toEqual([0n, ran + 1]);
    expect(await brokenInvariants(service.context.db)).toEqual([]);
  },
);
