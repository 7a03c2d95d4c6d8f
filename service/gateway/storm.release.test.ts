import { setTimeout as pause } from 'node:timers/promises';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import {
  callGateway,
  DATA_KEY,
  type GatewayAnswer,
  payerWith,
  paymentFor,
  UNKNOWN_LAB,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainReader, fund, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { and, count, eq, isNull } from 'drizzle-orm';
import pino from 'pino';
import { type Address, parseEventLogs } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { brokenInvariants } from '../operator/check/invariants.ts';
import { dataKeys } from '../platform/db/tables/files.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { settleOpenCalls } from './jobs/settle-open-calls.ts';

const CALLS = 500;
const PAYERS = Math.min(40, Math.ceil(CALLS / 10));
const payTo = randomAddress();

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const announcement = {
  mutation: 'createAnnouncement',
  body: {
    query: `mutation { createAnnouncement(oclId: "${UNKNOWN_LAB}", headline: "a", body: "b") { error { code } } }`,
  },
};

const program = () => service.startReplica({ FAULTS: '0.2' }, 'faulty-gateway.ts');
const facilitator = generatePrivateKey();
await fund(privateKeyToAccount(facilitator).address, '10');
const service = await openTestService({
  variables: { X402_PAY_TO_ADDRESS: payTo, FACILITATOR_PRIVATE_KEY: facilitator },
});
const replicas = await Promise.all([program(), program(), program()]);

/** All responses, and the number of broken connections. */
const answers: GatewayAnswer[] = [];
let broken = 0;
let left = CALLS;

/** Sends one payer's calls in sequence: mostly valid ones, some that must fail, some twice. */
async function payOften(payer: TestWallet): Promise<void> {
  const old = [await paymentFor(service, payer)];
  while (left > 0) {
    left -= 1;
    const call = Math.random() < 0.8 ? key : announcement;
    const luck = Math.random();
    const fresh = await paymentFor(service, payer);
    const payment =
      luck < 0.1 ? (old[Math.floor(Math.random() * old.length)] ?? fresh) : luck < 0.15 ? undefined : fresh;
    old.push(fresh);
    const times = luck > 0.85 ? 3 : 1;
    await Promise.all(
      Array.from({ length: times }, async () => {
        const replica = replicas[Math.floor(Math.random() * replicas.length)];
        try {
          if (replica) answers.push(await callGateway(replica, call, payment));
        } catch {
          // The process was killed during this call.
          broken += 1;
        }
      }),
    );
  }
}

/** Recovers and settles open calls like a worker, until `isOver` and none is left. */
async function work(isOver: () => boolean): Promise<void> {
  const { db } = service.context;
  const isOpen = isNull(paidCalls.endedAt);
  for (;;) {
    await settleOpenCalls(service.context, pino({ enabled: false }));
    const [open] = await db.select({ calls: count() }).from(paidCalls).where(isOpen);
    if (isOver() && open?.calls === 0) return;
    await pause(200);
  }
}

/** Kills a process when a share of the calls is finished. */
async function killAt(share: number): Promise<void> {
  while (left > CALLS * (1 - share)) await pause(20);
  replicas.shift()?.process.kill('SIGKILL');
}

/** Transactions that paid this service on the chain, by payer and nonce. */
async function paymentsOnChain(payers: TestWallet[]): Promise<Map<string, string>> {
  const reader = chainReader();
  const ours = new Set(payers.map(({ address }) => address));
  const transfers = await reader.getContractEvents({
    address: networks[31337].contracts.usdc,
    abi: devStablecoinAbi,
    eventName: 'Transfer',
    args: { to: payTo },
    fromBlock: 0n,
    strict: true,
  });
  const used = new Map<string, string>();
  for (const { args, transactionHash } of transfers) {
    expect([ours.has(args.from), args.value]).toEqual([true, PRICE]);
    const { logs } = await reader.getTransactionReceipt({ hash: transactionHash });
    const [log] = parseEventLogs({ abi: devStablecoinAbi, eventName: 'AuthorizationUsed', logs });
    used.set(`${log?.args.authorizer.toLowerCase()} ${log?.args.nonce}`, transactionHash);
  }
  expect(used.size).toBe(transfers.length);
  return used;
}

test(`${CALLS} mixed calls with faults and two kill -9: mutations, ledger and chain agree`, async () => {
  const payers = await Promise.all(Array.from({ length: PAYERS }, () => payerWith(PRICE * BigInt(CALLS))));
  let isOver = false;
  const worker = work(() => isOver);
  await Promise.all([...payers.map(payOften), killAt(1 / 3), killAt(2 / 3)]);
  isOver = true;
  await worker;

  const { db } = service.context;
  const rows = await db.select().from(paidCalls);
  const onChain = await paymentsOnChain(payers);

  // Ledger and chain have the same payments and transactions.
  const settled = rows.filter(({ state }) => state === 'settled');
  const inLedger = new Map(
    settled.map(({ payer, nonce, transaction }) => [`${payer} ${nonce}`, transaction]),
  );
  expect(inLedger.size).toBe(settled.length);
  expect(inLedger).toEqual(onChain);
  expect(await stablecoinsOf(payTo)).toBe(PRICE * BigInt(settled.length));

  // Every paid mutation ran once, and every mutation that ran has a row.
  for (const { address } of payers) {
    const payer = address.toLowerCase() as Address;
    const keys = await db.$count(dataKeys, eq(dataKeys.issuedTo, payer));
    const calls = rows.filter((row) => row.payer === payer && row.mutation === key.mutation);
    const ran = calls.filter(({ state }) => state === 'settled' || state === 'failed').length;
    const mayHaveRun = calls.filter(({ state }) => state === 'burned').length;
    expect(keys).toBeGreaterThanOrEqual(ran);
    expect(keys).toBeLessThanOrEqual(ran + mayHaveRun);
  }

  // Every response is in the ledger.
  const byRequest = new Map(rows.map((row) => [row.requestId, row]));
  for (const { status, headers, settlement, body } of answers) {
    const row = byRequest.get(headers.get('x-request-id') ?? '');
    if (status === 200) {
      expect(row?.state).toBe('settled');
      if (settlement?.success) expect(settlement.transaction).toBe(row?.transaction);
      else expect(settlement?.errorReason).toBe('settlement_pending');
    } else if (body?.data) throw new Error(`An answer left with ${status}`);
    else expect(row?.state).not.toBe('settled');
  }
  expect(await db.$count(paidCalls, and(eq(paidCalls.state, 'unknown')))).toBe(0);
  expect(await brokenInvariants(db)).toEqual([]);
  const tally = Object.entries(Object.groupBy(rows, ({ state }) => state)).map(
    ([state, some]) => `${some?.length} ${state}`,
  );
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
    ([status, some]) => `${some?.length} × ${status}`,
  );
  console.log(`Answers: ${statuses.join(', ')}, ${broken} connections broken. Ledger: ${tally.join(', ')}.`);
}, 1_800_000);
