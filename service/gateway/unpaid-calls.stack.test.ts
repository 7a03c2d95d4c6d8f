import { signedPayment } from '@labroom/testing/sign-payment.ts';
import { submit } from '@labroom/testing/test-facilitator.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  endWait,
  fillUp,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, randomAddress } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

/** Called during the mutation, before the payment is settled. */
let whileServing: () => Promise<unknown> = async () => {};
let ran = 0;
const service = await openTestService({
  async forward() {
    ran += 1;
    await whileServing();
    return { status: 200, body: {} };
  },
});
const replica = await service.startPeer();

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const pay = async (payer: TestWallet, at: { url: string } = service) =>
  callGateway(at, key, await paymentFor(service, payer));

test('a wallet that is emptied during each call waits longer each time, in every process, and is rejected after five', async () => {
  const payer = await payerWith(0n);
  const sender = await fundedWallet();
  const waits: number[] = [];
  ran = 0;
  for (let time = 1; time <= 6; time += 1) {
    await fillUp(payer, PRICE);
    const away = { ...(await paymentFor(service, payer)).accepted, payTo: randomAddress() };
    const drain = await signedPayment(payer, away);
    whileServing = () => submit(sender, drain);
    const unpaid = await pay(payer);
    if (time === 6) {
      expect([unpaid.status, unpaid.required?.error]).toEqual([402, 'payer_has_unpaid_calls']);
      break;
    }
    expect([unpaid.status, unpaid.settlement?.success]).toEqual([402, false]);
    const refused = await pay(payer, replica);
    expect([refused.status, refused.required?.error]).toEqual([402, 'payer_has_unpaid_calls']);
    const wait = Number(refused.headers.get('retry-after'));
    waits.push(wait);
    // Ends the wait.
    if (time < 5)
      await service.context.db.execute(
        sql`update paid_calls set ended_at = ended_at - make_interval(secs => ${wait})`,
      );
  }
  expect(ran).toBe(5);
  expect(waits.slice(0, 4).map((wait, index) => wait <= 30 * 2 ** index && wait > 25 * 2 ** index)).toEqual(
    Array(4).fill(true),
  );
  expect(waits[4]).toBeGreaterThan(20 * 3_600);
  expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(Array(5).fill('failed'));

  // A day later the payer is served again.
  await endWait(service.context.db, payer);
  await fillUp(payer, PRICE);
  whileServing = async () => {};
  expect((await pay(payer)).status).toBe(200);
});

test('a call that turns out unpaid stops another one that is being verified', async () => {
  const payer = await payerWith(2n * PRICE);
  const { facilitator, db } = service.context;
  const settle = facilitator.settle.bind(facilitator);
  facilitator.settle = async () => ({ kind: 'failed', reason: 'insufficient_funds', transaction: null });
  expect((await pay(payer)).status).toBe(402);
  facilitator.settle = settle;
  await endWait(db, payer);
  const verify = facilitator.verify.bind(facilitator);
  facilitator.verify = async (...args) => {
    await db.execute(sql`update paid_calls set ended_at = now() where state = 'failed'`);
    return verify(...args);
  };
  ran = 0;
  const answer = await pay(payer);
  facilitator.verify = verify;
  expect([answer.status, answer.required?.error, ran]).toEqual([402, 'payer_has_unpaid_calls', 0]);
});

test('the wait of one payer does not affect others', async () => {
  const [debtor, other] = await Promise.all([payerWith(PRICE), payerWith(PRICE)]);
  const { facilitator } = service.context;
  const settle = facilitator.settle.bind(facilitator);
  facilitator.settle = async () => ({ kind: 'failed', reason: 'insufficient_funds', transaction: null });
  expect((await pay(debtor)).status).toBe(402);
  facilitator.settle = settle;
  expect((await pay(other)).status).toBe(200);
});
