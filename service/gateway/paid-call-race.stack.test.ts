import { ask } from '@labroom/testing/test-client.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  fillUp,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { dataKeys } from '../platform/db/tables/files.ts';

const LABS = '{ labs { totalCount } }';

const service = await openTestService();
const replica = await service.startPeer();
// The first requests open connections to the database, which takes long on a busy machine.
const first = { url: replica.url, credential: service.credential };
await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? service : first, LABS)));

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const announcementIn = (oclId: string) => ({
  mutation: 'createAnnouncement',
  body: {
    query: `mutation { createAnnouncement(oclId: "${oclId}", headline: "a", body: "b") { error { code } } }`,
  },
});

const keysOf = async (payer: TestWallet) =>
  (await service.context.db.select().from(dataKeys).where(eq(dataKeys.issuedTo, payer.address.toLowerCase())))
    .length;

describe('fifty uses of one payment at once', () => {
  test.each([
    ['over two processes', (_: string) => [key]],
    ['over two processes and two mutations', (oclId: string) => [key, announcementIn(oclId)]],
  ])('%s buy one call', async (_, callsIn) => {
    const payer = await fundedWallet();
    const calls = callsIn((await registeredLab(service, payer)).oclId);
    await fillUp(payer, 50n * PRICE);
    const payment = await paymentFor(service, payer);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        callGateway(
          index % 2 ? service : replica,
          calls[Math.floor(index / 2) % calls.length] ?? key,
          payment,
        ),
      ),
    );
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(won?.settlement?.success).toBe(true);
    for (const { status, required, body } of others) {
      // An announcement has no secret: the same payment gets its answer again.
      if (status === 200) expect(body).toEqual({ data: { createAnnouncement: { error: null } } });
      else expect([status, required?.error, body.data]).toEqual([402, 'payment_already_used', undefined]);
      if (won?.body.data.generateDataEncryptionKey) expect(status).toBe(402);
    }
    expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(['settled']);
    expect(await keysOf(payer)).toBe(won?.body.data.generateDataEncryptionKey ? 1 : 0);
    expect(await stablecoinsOf(payer.address)).toBe(49n * PRICE);
  });
});

test('a payer who can pay once and sends twenty payments gets no unpaid response', async () => {
  const payer = await payerWith(PRICE);
  const payments = await Promise.all(Array.from({ length: 20 }, () => paymentFor(service, payer)));
  const answers = await Promise.all(
    payments.map((payment, index) => callGateway(index % 2 ? service : replica, key, payment)),
  );
  const served = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
  expect(served).toBe(1);
  // A payment that was verified before the money was spent may be claimed afterwards. Its response is withheld and recorded.
  const states = (await callsOf(service, payer)).map(({ state }) => state);
  expect(states.filter((state) => state === 'settled')).toHaveLength(1);
  expect(await keysOf(payer)).toBe(states.length);
  expect(await stablecoinsOf(payer.address)).toBe(0n);
});

test('twenty concurrent payers are all served', async () => {
  const payers = await Promise.all(Array.from({ length: 20 }, () => payerWith(PRICE)));
  const answers = await Promise.all(
    payers.map(async (payer, index) =>
      callGateway(index % 2 ? service : replica, key, await paymentFor(service, payer)),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const payer of payers) expect(await stablecoinsOf(payer.address)).toBe(0n);
});
