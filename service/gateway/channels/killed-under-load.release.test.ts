import { setTimeout as pause } from 'node:timers/promises';
import { dataKeyCall, type TestChannel, testChannel } from '@labroom/testing/test-channel.ts';
import { callGateway, payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService, type Replica } from '@labroom/testing/test-service.ts';
import { eq, like, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { dataKeys } from '../../platform/db/tables/files.ts';
import { leases } from '../../platform/db/tables/leases.ts';
import { paidCalls } from '../../platform/db/tables/paid-calls.ts';
import { paymentChannels } from '../../platform/db/tables/payment-channels.ts';
import { claimChannels } from '../jobs/claim-channels.ts';
import { settleOpenCalls } from '../jobs/settle-open-calls.ts';
import { paidCallLeases } from '../paid-call-lease.ts';

const PAYERS = 12;
const CALLS_EACH = 60;
const KILLS = 4;

const log = pino({ enabled: false });
const service = await openTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
const { db } = service.context;
/** The processes that serve; those that were killed are replaced by as many. */
let serving: Replica[] = await startTwo();

function startTwo(): Promise<Replica[]> {
  return Promise.all([service.startReplica(), service.startReplica()]);
}

/** What a payer knows of its own calls. */
interface Account {
  channel: TestChannel;
  payer: string;
  /** Request ids of the answers that arrived. */
  answers: string[];
  /** Calls that were charged and whose answer was lost. */
  lost: number;
  broken: number;
}

async function openAccount(): Promise<Account> {
  const funds = PRICE * BigInt(CALLS_EACH + 1);
  const payer = await payerWith(funds);
  const channel = await testChannel(service, payer);
  const { status, headers } = await callGateway(service, dataKeyCall, await channel.deposit(funds, PRICE));
  expect(status).toBe(200);
  const answers = [headers.get('x-request-id') ?? ''];
  return { channel, payer: payer.address.toLowerCase(), answers, lost: 0, broken: 0 };
}

const callsOf = ({ answers, lost }: Account) => answers.length + lost;

/** Makes the calls one after another. After a broken connection the same voucher is sent again: it is good, or it was charged. */
async function payOften(account: Account): Promise<void> {
  for (let turn = 0; callsOf(account) <= CALLS_EACH; turn += 1) {
    const cumulative = PRICE * BigInt(callsOf(account) + 1);
    const voucher = await account.channel.voucher(cumulative);
    const answer = await callGateway(serving[turn % 2] ?? service, dataKeyCall, voucher).catch(() => null);
    const error = answer?.required?.error ?? '';
    if (answer?.status === 200) {
      account.answers.push(answer.headers.get('x-request-id') ?? '');
    } else if (error.endsWith('cumulative_amount_mismatch')) {
      const offer = answer?.required?.accepts.find(({ scheme }) => scheme === 'batch-settlement');
      const state = offer?.extra.channelState as { chargedCumulativeAmount: string } | undefined;
      expect(state?.chargedCumulativeAmount).toBe(`${cumulative}`);
      account.lost += 1;
    } else {
      // Killed, not started yet, or the call of the killed process is not recovered yet.
      if (answer) expect([answer.status, error]).toEqual([402, expect.stringMatching(/channel_busy$/)]);
      else account.broken += 1;
      await pause(20);
    }
  }
}

/** Kills both processes whenever a share of the calls is made, and starts others. */
async function killOften(accounts: readonly Account[]): Promise<void> {
  const made = () => accounts.reduce((sum, account) => sum + callsOf(account), 0);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const share = (PAYERS * CALLS_EACH * kill) / (KILLS + 1);
    while (made() < share) await pause(5);
    for (const { process } of serving) process.kill('SIGKILL');
    await Promise.all(serving.map(({ exited }) => exited));
    // As if the time of their leases had passed.
    await db
      .update(leases)
      .set({ expiresAt: sql`now()` })
      .where(like(leases.name, `${paidCallLeases}%`));
    await settleOpenCalls(service.context, log);
    serving = await startTwo();
  }
}

/** Claims what is owed, all the time. */
async function claimOften(isOver: () => boolean): Promise<void> {
  for (let last = false; !last; ) {
    last = isOver();
    await db
      .update(paymentChannels)
      .set({ claimAt: sql`now()` })
      .where(sql`${paymentChannels.claimAt} is not null`);
    await claimChannels(service.context, log);
    await pause(100);
  }
}

test(`channels under load with ${KILLS} times two processes killed: each charged call was answered, or its payer learned of it, and all is claimed`, async () => {
  const accounts: Account[] = [];
  for (let number = 0; number < PAYERS; number += 1) accounts.push(await openAccount());
  let isOver = false;
  const claiming = claimOften(() => isOver);
  await Promise.all([...accounts.map(payOften), killOften(accounts)]);
  isOver = true;
  await claiming;
  await settleOpenCalls(service.context, log);

  let burned = 0;
  for (const { channel, payer, answers, lost, broken } of accounts) {
    const rows = await db.select().from(paidCalls).where(eq(paidCalls.payer, payer));
    const settled = rows.filter(({ state }) => state === 'settled');
    const interrupted = rows.filter(({ state }) => state === 'burned');
    burned += interrupted.length;
    expect(rows).toHaveLength(settled.length + interrupted.length);
    // The chain has what was answered, and what the payer learned of; both are in the ledger.
    const charged = PRICE * BigInt(answers.length + lost);
    expect(await channel.state()).toEqual({ balance: PRICE * BigInt(CALLS_EACH + 1), claimed: charged });
    expect(settled).toHaveLength(answers.length + lost);
    expect(settled.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(answers));
    expect(new Set(answers).size).toBe(answers.length);
    expect(lost).toBeLessThanOrEqual(broken);
    // What was charged ran, and what ran was charged or interrupted.
    const ran = await db.$count(dataKeys, eq(dataKeys.issuedTo, payer));
    expect(ran).toBeGreaterThanOrEqual(settled.length);
    expect(ran).toBeLessThanOrEqual(settled.length + interrupted.length);
  }
  const sum = (figure: (account: Account) => number) =>
    accounts.reduce((all, account) => all + figure(account), 0);
  console.log(
    `${sum(({ answers }) => answers.length)} answered, ${sum(({ lost }) => lost)} charged and lost, ${burned} burned, ${sum(({ broken }) => broken)} connections broken`,
  );
}, 900_000);
