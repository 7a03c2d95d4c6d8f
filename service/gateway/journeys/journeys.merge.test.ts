import { randomBytes } from 'node:crypto';
import { MOST_CALLS } from '@labroom/protocol/journey';
import {
  callsOf,
  DATA_KEY,
  type GatewayAnswer,
  payerWith,
  UNKNOWN_LAB,
} from '@labroom/testing/test-gateway.ts';
import {
  buyJourney,
  callOf,
  payForJourney,
  quoteJourney,
  signJourney,
} from '@labroom/testing/test-journey.ts';
import { PRICE, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { extractDiscoveryInfo, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { paidCallsOf } from '../../operations/payments/paid-call-reads.ts';
import { dataKeys } from '../../platform/db/tables/files.ts';
import { journeyCalls, journeys } from '../../platform/db/tables/journeys.ts';

const service = await openTestService();
const peer = await service.startPeer({ SERVICE_URL: service.url });

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const announce = (oclId: string, headline = 'a') => ({
  mutation: 'createAnnouncement',
  body: {
    query:
      'mutation($oclId: String!, $headline: String!) { createAnnouncement(oclId: $oclId, headline: $headline, body: "b") { error { code } } }',
    variables: { oclId, headline },
  },
});
const keys = (count: number) => Array.from({ length: count }, () => ({ mutation: key.mutation }));
const planned = { mutation: 'createAnnouncement', variables: { oclId: UNKNOWN_LAB } };

const keysOf = ({ address }: TestWallet) =>
  service.context.db.$count(dataKeys, eq(dataKeys.issuedTo, address.toLowerCase()));
const secretOf = (answer: { body: { data: Record<string, { plaintextDEK: string }> } }) =>
  answer.body.data.generateDataEncryptionKey?.plaintextDEK;

describe('a quote', () => {
  test('is indexed by the package of x402, and fits into a header with the most calls', async () => {
    const calls = Array.from({ length: MOST_CALLS }, () => ({ mutation: 'initiateCreateOrUpdateFile' }));
    const payerAddress = randomAddress();
    const { required, headers } = await quoteJourney(service, { calls, payerAddress });
    expect(headers.get('payment-required')?.length).toBeLessThan(6_000);
    const [accepted] = required?.accepts ?? [];
    if (!required || !accepted) throw new Error('No price was quoted');
    expect(validateDiscoveryExtensionSpec(Object(required.extensions?.bazaar))).toEqual({ valid: true });
    const found = extractDiscoveryInfo({ ...required, accepted, payload: {} }, accepted);
    expect(found?.resourceUrl).toBe(`${service.url}/local/x402/journeys`);
    const { body } = Object(found?.discoveryInfo.input);
    expect((await quoteJourney(service, { ...body, payerAddress })).status).toBe(402);
  });

  test('is the sum of the prices, and says of each call what is known', async () => {
    const payer = await payerWith(0n);
    const calls = [
      { mutation: key.mutation },
      { ...planned, variables: { oclId: UNKNOWN_LAB, headline: 'a', body: 'b' } },
      planned,
    ];
    const { status, required, body } = await quoteJourney(service, { calls, payerAddress: payer.address });
    expect(status).toBe(402);
    expect(required?.accepts[0]?.amount).toBe(`${3n * PRICE}`);
    expect(required?.resource.url).toBe(`${service.url}/x402/journeys`);
    // The signed offer is of this price, also beside another journey.
    const other = await quoteJourney(service, { calls: keys(1), payerAddress: payer.address });
    const signedAmounts = [required, other.required].map(
      (quote) => JSON.stringify(quote?.extensions).match(/"amount":"(\d+)"/)?.[1],
    );
    expect(signedAmounts).toEqual([`${3n * PRICE}`, `${PRICE}`]);
    expect(body.calls).toMatchObject([
      { call: 1, mutation: key.mutation, price: `${PRICE}`, foreseen: { runs: true } },
      { call: 2, foreseen: { runs: false, code: 'NOT_FOUND' } },
      { call: 3, foreseen: null },
    ]);
  });

  const lab = { oclId: UNKNOWN_LAB };
  test.each<[string, (payer: string) => object]>([
    ['no calls', (payerAddress) => ({ calls: [], payerAddress })],
    ['17 calls', (payerAddress) => ({ calls: keys(17), payerAddress })],
    ['no payer', () => ({ calls: keys(1) })],
    ['a payer that is no address', () => ({ calls: keys(1), payerAddress: 'me' })],
    [
      'a mutation that is not sold',
      (payerAddress) => ({ calls: [{ mutation: 'deleteDataRoomFile' }], payerAddress }),
    ],
    [
      'an unknown argument',
      (payerAddress) => ({ calls: [{ ...planned, variables: { lab: 'x' } }], payerAddress }),
    ],
    [
      'an argument of another type',
      (payerAddress) => ({ calls: [{ ...planned, variables: { oclId: 5 } }], payerAddress }),
    ],
    [
      'arguments that cannot run',
      (payerAddress) => ({
        calls: [{ ...planned, variables: { oclId: 'x', headline: 'a', body: 'b' } }],
        payerAddress,
      }),
    ],
    ['an unknown field', (payerAddress) => ({ calls: keys(1), payerAddress, price: 0 })],
    [
      'a finish by another wallet than the payer',
      (payerAddress) => ({
        calls: [
          {
            mutation: 'finishCreateOrUpdateFile',
            variables: {
              ...lab,
              uploadToken: 'a',
              changeBy: randomAddress(),
              path: 'a.txt',
              accessLevel: 'PUBLIC',
            },
          },
        ],
        payerAddress,
      }),
    ],
  ])('is refused for %s', async (_, journey) => {
    const { address } = await payerWith(0n);
    const { status, required } = await quoteJourney(service, journey(address));
    expect([status, required]).toEqual([400, null]);
  });
});

test('one payment buys calls that run in the name of the payer, and the ledger has one payment', async () => {
  const payer = await payerWith(4n * PRICE);
  const journey = await buyJourney(service, payer, [...keys(2), planned]);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  expect(
    (await callsOf(service, payer)).map(({ state, mutation, quote }) => [state, mutation, quote.amount]),
  ).toEqual([['settled', 'journey', `${3n * PRICE}`]]);
  const [own] =
    (await paidCallsOf(service.context.db, payer.address.toLowerCase(), { before: null, limit: 2 })) ?? [];
  expect([own?.oclId, own?.planned]).toEqual([UNKNOWN_LAB, [key.mutation, key.mutation, planned.mutation]]);
  const first = await callOf(service, journey, 1, key);
  const second = await callOf(peer, journey, 2, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(secretOf(first)).not.toBe(secretOf(second));
  expect(await keysOf(payer)).toBe(2);
  const { status, body } = await callOf(service, journey, 3, announce(UNKNOWN_LAB));
  expect([status, body.data.createAnnouncement.error.code]).toEqual([200, 'NOT_FOUND']);
  // In-band errors use a call up, as they are charged otherwise.
  const again = await callOf(service, journey, 3, announce(UNKNOWN_LAB, 'b'));
  expect([again.status, again.required?.error]).toEqual([402, 'journey_call_used']);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
});

test('a payment must name the journey; it is good for one, and its payer gets the answer again', async () => {
  const payer = await payerWith(2n * PRICE);
  const signed = await signJourney(service, payer, keys(1));
  const bare = await payForJourney(service, { ...signed, headers: {} });
  expect([bare.status, bare.body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_REQUIRED']);
  const other = await payForJourney(service, {
    ...signed,
    body: JSON.stringify({ calls: keys(1), payerAddress: payer.address.toLowerCase() }),
  });
  expect([other.status, other.body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_MISMATCH']);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => payForJourney(index % 2 ? service : peer, signed)),
  );
  const bought = answers.filter(({ status }) => status === 200);
  expect(bought).toHaveLength(1);
  for (const { status, required } of answers.filter((answer) => answer !== bought[0]))
    expect([status, required?.error]).toEqual([402, 'payment_already_used']);
  const headers = { ...signed.headers, 'payment-proof': await signed.proof() };
  const again = await payForJourney(peer, { ...signed, headers });
  expect([again.status, again.body]).toEqual([200, bought[0]?.body]);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
});

describe('a call of a journey', () => {
  let payer: TestWallet;
  let journey: string;
  beforeAll(async () => {
    payer = await payerWith(4n * PRICE);
    journey = await buyJourney(service, payer, [...keys(3), planned]);
  });

  test('that twenty requests of two processes use at once runs once', async () => {
    const before = await keysOf(payer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callOf(index % 2 ? service : peer, journey, 1, key)),
    );
    expect(await keysOf(payer)).toBe(before + 1);
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    expect(new Set(served.map(secretOf)).size).toBe(1);
    for (const { status, required } of answers.filter((answer) => !served.includes(answer)))
      expect([status, required?.error]).toEqual([402, 'journey_call_running']);
  });

  test('gives its answer again to the same request, and to no other', async () => {
    const first = await callOf(service, journey, 2, key);
    const before = await keysOf(payer);
    const again = await callOf(peer, journey, 2, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = {
      ...key,
      body: { query: DATA_KEY.replace('plaintextDEK', 'encryptionSystem plaintextDEK') },
    };
    const refused = await callOf(service, journey, 2, other);
    expect([refused.status, refused.required?.error]).toEqual([402, 'journey_call_used']);
    const { db } = service.context;
    await db.execute(
      sql`update journey_calls set answer_expires_at = answer_expires_at - interval '10 minutes'`,
    );
    const late = await callOf(service, journey, 2, key);
    expect([late.status, late.required?.error]).toEqual([402, 'journey_call_used']);
    expect(await keysOf(payer)).toBe(before);
  });

  test.each<
    [string, (journey: string) => Promise<{ status: number; required: { error?: string } | null }>, unknown[]]
  >([
    [
      'of a guessed secret',
      () => callOf(service, `0x${randomBytes(32).toString('hex')}`, 3, key),
      [402, 'journey_call_unknown'],
    ],
    [
      'that the journey does not have',
      (bought) => callOf(service, bought, 5, key),
      [402, 'journey_call_unknown'],
    ],
    [
      'for another mutation',
      (bought) => callOf(service, bought, 3, announce(UNKNOWN_LAB)),
      [402, 'journey_call_unknown'],
    ],
    [
      'for another lab',
      (bought) => callOf(service, bought, 4, announce(UNKNOWN_LAB.replace('1a', '1b'))),
      [400, undefined],
    ],
    [
      'for another wallet',
      (bought) =>
        callOf(service, bought, 3, { ...key, body: { ...key.body, payerAddress: randomAddress() } }),
      [400, undefined],
    ],
    ['of no secret', () => callOf(service, 'yes', 3, key), [400, undefined]],
    [
      'with a payment beside it',
      (bought) => callOf(service, bought, 3, { ...key, headers: { 'payment-signature': 'e30=' } }),
      [400, undefined],
    ],
  ])('%s runs nothing', async (_, ask, expected) => {
    const before = await keysOf(payer);
    const { status, required } = await ask(journey);
    expect([status, required?.error]).toEqual(expected);
    expect(await keysOf(payer)).toBe(before);
    const [row] = await rowsOf(payer, 3);
    expect(row?.state).toBe('open');
  });

  test.each([
    ['unknown', {}, 'journey_not_settled'],
    ['failed', {}, 'journey_not_paid'],
    ['settled', { expires: true }, 'journey_expired'],
  ] as const)(
    'does not run with a payment that is %s %o',
    async (state, { expires }: { expires?: true }, error) => {
      const buyer = await payerWith(PRICE);
      const bought = await buyJourney(service, buyer, keys(1));
      const { db } = service.context;
      const wallet = buyer.address.toLowerCase();
      await db.execute(sql`update paid_calls set state = ${state} where payer = ${wallet}`);
      if (expires) await db.execute(sql`update journeys set expires_at = now() where payer = ${wallet}`);
      const refused = await callOf(service, bought, 1, key);
      expect([refused.status, refused.required?.error]).toEqual([402, error]);
      expect(await keysOf(buyer)).toBe(0);
      await db.execute(sql`update paid_calls set state = 'settled' where payer = ${wallet}`);
    },
  );

  test('leaves neither the secret nor a readable answer in the database', async () => {
    const buyer = await payerWith(PRICE);
    const bought = await buyJourney(service, buyer, keys(1));
    const answer = await callOf(service, bought, 1, key);
    const rows = JSON.stringify([
      await service.context.db.select().from(journeys),
      await rowsOf(buyer, 1),
      await callsOf(service, buyer),
    ]);
    for (const secret of [bought.slice(2), secretOf(answer) ?? ''])
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        JSON.stringify([...Buffer.from(secret)]).slice(1, -1),
      ])
        expect(rows).not.toContain(form);
    expect(service.logLines.join('')).not.toContain(bought.slice(2));
  });
});

const rowsOf = ({ address }: TestWallet, number: number) =>
  service.context.db
    .select({ state: journeyCalls.state, number: journeyCalls.number, answer: journeyCalls.answer })
    .from(journeyCalls)
    .innerJoin(journeys, eq(journeys.id, journeyCalls.journeyId))
    .where(sql`${journeys.payer} = ${address.toLowerCase()} and ${journeyCalls.number} = ${number}`);

test('fifty journeys of one wallet at once: fifty payments and a hundred answers', async () => {
  const payer = await payerWith(100n * PRICE);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const at = index % 2 ? service : peer;
      const signed = await signJourney(service, payer, keys(2));
      const bought = await untilServed(() => payForJourney(at, signed));
      return Promise.all(
        [1, 2].map(async (number) =>
          secretOf(await untilServed(() => callOf(at, bought.body.journey, number, key))),
        ),
      );
    }),
  );
  expect(new Set(answers.flat()).size).toBe(100);
  expect(await stablecoinsOf(payer.address)).toBe(0n);
  expect(await keysOf(payer)).toBe(100);
});

/** Repeats what the gateway asks to repeat: behind another payment, before the settlement, and while it or the facilitator has too much to do. */
async function untilServed(ask: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  const passing = ['payer_has_unsettled_call', 'journey_not_settled'];
  let answer = await ask();
  while (answer.status === 502 || answer.status === 503 || passing.includes(answer.required?.error ?? ''))
    answer = await ask();
  expect(answer.status).toBe(200);
  return answer;
}
