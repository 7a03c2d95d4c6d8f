import {
  LabSpendingDocument,
  PaidCallsDocument,
  type PaidCallsQuery,
  SpendingDocument,
} from '@labroom/client/documents';
import type { Facilitator } from '@labroom/payments/payment/facilitator.ts';
import { signIn } from '@labroom/testing/actors.ts';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { type Answer, ask, post } from '@labroom/testing/test-client.ts';
import { facilitatorAt } from '@labroom/testing/test-facilitator.ts';
import {
  callGateway,
  DATA_KEY,
  fillUp,
  type GatewayCall,
  namedPaymentFor,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, type TestService } from '@labroom/testing/test-service.ts';
import { chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { type Address, parseAbiItem } from 'viem';
import { describe, expect, test } from 'vitest';
import { settleOpenCalls } from '#gateway/jobs/settle-open-calls.ts';
import { createExecutor } from '#graphql/execute.ts';
import { serviceSchema } from '#graphql/schema.ts';
import { forwardInProcess } from '../../routes/paid/forward-in-process.ts';
import { paidCallsOf } from './paid-call-reads.ts';

type Call = PaidCallsQuery['paidCalls']['nodes'][number];

const announce = (oclId: string): GatewayCall & { mutation: 'createAnnouncement' } => ({
  mutation: 'createAnnouncement',
  body: { query: `mutation { createAnnouncement(oclId: "${oclId}", headline: "a", body: "b") { message } }` },
});
const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;

let settle: Facilitator['settle'] | null = null;
/** Whether mutations refuse what could not be foreseen. */
let inBand = false;
const honest = facilitatorAt(await fundedWallet());
const service: TestService = await openTestService({
  async forward(...args) {
    if (inBand) return { status: 200, body: { data: null }, inBandError: 'CONFLICT' };
    const execute = createExecutor(serviceSchema(), { introspection: true, maxDepth: null });
    return forwardInProcess(service.context, execute)(...args);
  },
  overrides: {
    facilitator: {
      verify: (...args) => honest.verify(...args),
      settle: (...args) => (settle ?? honest.settle.bind(honest))(...args),
      reconcile: (...args) => honest.reconcile(...args),
    },
  },
});
const owner = await fundedWallet();
const lab = await registeredLab(service, owner);
const other = await payerOf(3n);
const outsider = other.token;
for (let time = 0; time < 2; time += 1) await pay(other, key);

interface Payer {
  wallet: TestWallet;
  token: string;
}

async function payerOf(calls: bigint, wallet?: TestWallet): Promise<Payer> {
  const payer = wallet ?? (await fundedWallet());
  await fillUp(payer, calls * PRICE);
  return { wallet: payer, token: (await signIn(service, payer)).token };
}

async function pay(
  { wallet }: Payer,
  call: GatewayCall & { mutation: 'createAnnouncement' | typeof key.mutation },
) {
  const answer = await callGateway(service, call, await paymentFor(service, wallet, call.mutation));
  expect([answer.status, answer.required?.error]).toEqual([200, undefined]);
  return answer;
}

async function page({ token }: { token: string }, limit = 200, cursor?: string) {
  return (await ask(service, PaidCallsDocument, { limit, cursor }, token))
    .paidCalls as PaidCallsQuery['paidCalls'];
}

const reasonOf = ({ body }: Answer) => body.errors[0].errorInfo.reason;

async function spending({ token }: { token: string }) {
  return (await ask(service, SpendingDocument, {}, token)).paidCalls.spending;
}

describe('what a wallet paid for', () => {
  test('names mutation, lab, money, transaction, and the error that was answered in-band', async () => {
    const payer = await payerOf(3n, owner);
    const first = await pay(payer, announce(lab.oclId));
    // Refused in-band: it could not be foreseen.
    inBand = true;
    const { payment, call } = await namedPaymentFor(service, payer.wallet, announce(lab.oclId));
    expect((await callGateway(service, call, payment)).status).toBe(200);
    inBand = false;
    const { nodes, hasNextPage } = await page(payer);
    expect(hasNextPage).toBe(false);
    const settled = {
      mutation: 'createAnnouncement',
      state: 'SETTLED',
      reason: null,
      amount: String(PRICE),
      network: 'eip155:31337',
      asset: service.context.config.gateway.asset.toLowerCase(),
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    };
    expect(nodes).toEqual([
      expect.objectContaining({
        ...settled,
        oclId: lab.oclId,
        errorCode: 'CONFLICT',
        provesIntent: true,
      }),
      expect.objectContaining({
        ...settled,
        oclId: lab.oclId,
        lab: expect.objectContaining({ shortname: lab.shortname }),
        errorCode: null,
        provesIntent: false,
        transaction: first.settlement?.transaction,
        requestId: first.headers.get('x-request-id'),
      }),
    ]);
  });

  test('a call that is settled later is pending, then settled, and its sum moves', async () => {
    const payer = await payerOf(1n);
    settle = async () => ({ kind: 'unknown', reason: 'settlement_pending', transaction: null });
    await pay(payer, key);
    settle = null;
    expect((await page(payer)).nodes).toMatchObject([
      { state: 'PENDING', reason: 'settlement_pending', endedAt: null, transaction: null },
    ]);
    const one = { calls: 1, amount: String(PRICE) };
    const none = { calls: 0, amount: '0' };
    expect(await spending(payer)).toMatchObject([{ pending: one, today: none, last30Days: none, all: none }]);
    await service.context.db.execute(sql`update paid_calls set next_look_at = now() where ended_at is null`);
    await settleOpenCalls(service.context, pino({ enabled: false }));
    expect((await page(payer)).nodes).toMatchObject([
      { state: 'SETTLED', reason: null, transaction: expect.stringMatching(/^0x/) },
    ]);
    expect(await spending(payer)).toMatchObject([{ pending: none, today: one, last30Days: one, all: one }]);
  });

  test('a call that was not charged says why, and is in no sum', async () => {
    const payer = await payerOf(1n);
    settle = async () => ({ kind: 'failed', reason: 'insufficient_funds', transaction: null });
    const answer = await callGateway(service, key, await paymentFor(service, payer.wallet));
    settle = null;
    expect(answer.status).toBe(402);
    expect((await page(payer)).nodes).toMatchObject([{ state: 'NOT_CHARGED', reason: 'insufficient_funds' }]);
    expect(await spending(payer)).toEqual([]);
  });

  test('an outcome that could not be found out is neither charged nor pending', async () => {
    const payer = await payerOf(1n);
    settle = async () => ({ kind: 'unknown', reason: 'settlement_pending', transaction: null });
    await pay(payer, key);
    settle = null;
    await service.context.db.execute(
      sql`update paid_calls set ended_at = now() where payer = ${payer.wallet.address.toLowerCase()}`,
    );
    expect((await page(payer)).nodes).toMatchObject([{ state: 'UNDETERMINED' }]);
    expect(await spending(payer)).toEqual([]);
  });
});

test('an owner sees what a wallet spent on the lab, and nothing that it spent elsewhere', async () => {
  const payer = await payerOf(4n);
  const [holder, to] = [await fundedWallet(), payer.wallet.address];
  const other = await registeredLab(service, holder);
  await grantRole(owner, { oclId: lab.oclId, to, role: 'CONTRIBUTOR' });
  await grantRole(holder, { oclId: other.oclId, to, role: 'CONTRIBUTOR' });
  for (const call of [announce(lab.oclId), announce(lab.oclId), announce(other.oclId), key])
    await pay(payer, call);
  const args = { oclId: lab.oclId, wallet: payer.wallet.address };
  const spent = (await ask(service, LabSpendingDocument, args, lab.token)).labSpending;
  expect(spent).toMatchObject([{ all: { calls: 2, amount: String(2n * PRICE) } }]);
  const none = { ...args, wallet: `0x${'c3'.repeat(20)}` };
  expect((await ask(service, LabSpendingDocument, none, lab.token)).labSpending).toEqual([]);
  // Neither the payer, nor an owner of another lab.
  for (const token of [payer.token, other.token, outsider])
    expect(reasonOf(await post(service, LabSpendingDocument, args, token))).toBe('UNAUTHORIZED');
});

describe('no other wallet sees it', () => {
  test('calls of another wallet never appear, whatever is asked', async () => {
    const payer = await payerOf(1n);
    await pay(payer, key);
    const mine = (await page(payer)).nodes.map(({ id }) => id);
    const theirs = (await page({ token: outsider })).nodes.map(({ id }) => id);
    expect([mine.length, theirs.length]).toEqual([1, 2]);
    expect(theirs).not.toContain(mine[0]);
    // The cursor of another wallet is no position here, and does not tell whether it exists.
    for (const cursor of [mine[0], '00000000-0000-4000-8000-000000000000', "1' or true --", ''])
      expect(reasonOf(await post(service, PaidCallsDocument, { limit: 10, cursor }, outsider))).toBe(
        'INVALID_CURSOR',
      );
  });

  test("an operator's credential, also with the name of a wallet, gets nothing", async () => {
    for (const proof of [undefined, { 'x-wallet-address': owner.address }])
      expect(reasonOf(await post(service, PaidCallsDocument, { limit: 1 }, proof))).toBe('NO_AUTH');
    expect(reasonOf(await post(service, SpendingDocument, {}))).toBe('NO_AUTH');
  });

  test('a wallet that paid for nothing has an empty list', async () => {
    const payer = await payerOf(0n);
    expect(await page(payer)).toEqual({ nodes: [], hasNextPage: false });
    expect(await spending(payer)).toEqual([]);
  });
});

test('pages hold each call once while others are made, also calls of the same moment', async () => {
  const payer = await payerOf(9n);
  for (let time = 0; time < 6; time += 1) await pay(payer, key);
  await service.context.db.execute(sql`
    update paid_calls set created_at = date_trunc('minute', created_at)
    where payer = ${payer.wallet.address.toLowerCase()}`);
  const before = (await page(payer)).nodes.map(({ id }) => id);
  const read: Call[] = [];
  let cursor: string | undefined;
  for (let more = true; more; ) {
    const { nodes, hasNextPage } = await page(payer, 2, cursor);
    read.push(...nodes);
    cursor = nodes.at(-1)?.id;
    more = hasNextPage;
    await pay(payer, key);
  }
  expect(read.map(({ id }) => id)).toEqual(before);
  expect((await page(payer)).nodes).toHaveLength(9);
}, 60_000);

test("the sums are those of the chain's transfers", async () => {
  const payer = await payerOf(5n);
  const reader = chainReader();
  const fromBlock = await reader.getBlockNumber();
  for (let time = 0; time < 5; time += 1) await pay(payer, key);
  const { asset, payTo } = service.context.config.gateway;
  const transfers = await reader.getLogs({
    address: asset as Address,
    event: parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
    args: { from: payer.wallet.address, to: payTo as Address },
    fromBlock,
    strict: true,
  });
  const paid = transfers.reduce((sum, { args: { value } }) => sum + value, 0n);
  const sum = { calls: transfers.length, amount: String(paid) };
  const [token, ...others] = await spending(payer);
  expect([others, token.today, token.last30Days, token.all]).toEqual([[], sum, sum, sum]);
  const listed = (await page(payer)).nodes.map(({ transaction }) => transaction);
  expect(listed.toSorted()).toEqual(transfers.map(({ transactionHash }) => transactionHash).toSorted());

  // Calls of other days are in the sums of their days.
  const wallet = payer.wallet.address.toLowerCase();
  const days = { yesterday: 1, first: 29, before: 30 };
  const ids = (await page(payer)).nodes.map(({ id }) => id);
  for (const [index, ago] of Object.values(days).entries())
    await service.context.db.execute(sql`
      update paid_calls set created_at = created_at - make_interval(days => ${ago})
      where payer = ${wallet} and id = ${ids[index]}::uuid`);
  const [moved] = await spending(payer);
  const amounts = ['today', 'last30Days', 'all'].map((period) => BigInt(moved[period].amount) / PRICE);
  expect(amounts).toEqual([2n, 4n, 5n]);
  expect(moved.days).toHaveLength(30);
  const calls = moved.days.map(({ calls }: { calls: number }) => calls);
  expect([calls[0], calls[28], calls[29], calls.reduce((a: number, b: number) => a + b, 0)]).toEqual([
    1, 1, 2, 4,
  ]);
}, 60_000);

test('the newest calls of a payer who paid often are read without the others', async () => {
  const { db } = service.context;
  await db.execute(sql`insert into paid_calls (id, request_id, mutation, request_hash, network, asset, method, payer, nonce, attempt,
      quote, valid_before, state, runner, created_at, ended_at)
    select gen_random_uuid(), 'r', 'createAnnouncement', '', 'eip155:31337', '0x', 'eip3009',
      case when n % 20 = 0 then '0xoften' else '0xanother' end, n::text, 1,
      '{}', now(), 'released', 0, now() - n * interval '1 minute', now() from generate_series(1, 20000) n`);
  await db.execute(sql`vacuum analyze paid_calls`);
  const plan = await explainQueries(db, () => paidCallsOf(db, '0xoften', { before: null, limit: 20 }));
  expect(Math.max(...plan.map((node) => node['Actual Rows']))).toBe(20);
  expect(plan.filter((node) => node['Rows Removed by Filter'])).toEqual([]);
});
