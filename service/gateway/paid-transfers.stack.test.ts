import { randomBytes, randomUUID } from 'node:crypto';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { testRequirements } from '@labroom/testing/test-payment.ts';
import { expect, test } from 'vitest';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { recordSettlement } from './record-settlement.ts';

const { db } = await openTestDatabase();

const hash = () => `0x${randomBytes(32).toString('hex')}`;
const row = (changes: Partial<typeof paidCalls.$inferInsert> = {}): typeof paidCalls.$inferInsert => ({
  id: randomUUID(),
  requestId: 'request',
  mutation: 'createLab',
  requestHash: 'hash',
  network: 'eip155:31337',
  asset: '0x01',
  method: 'permit2',
  payer: `0x${randomBytes(20).toString('hex')}`,
  nonce: '1',
  attempt: 1,
  quote: testRequirements(),
  payment: { x402Version: 2, accepted: testRequirements(), payload: {} },
  validBefore: new Date(),
  state: 'served',
  runner: 1,
  ...changes,
});

async function served(): Promise<string> {
  const [added] = await db.insert(paidCalls).values(row()).returning({ id: paidCalls.id });
  return added?.id ?? '';
}

const record = async (transaction: string, transfers?: number[]) =>
  recordSettlement(
    db,
    { id: await served(), from: 'served', lookInMs: 1_000 },
    { kind: 'settled', transaction, ...(transfers && { transfers }) },
  );

test('one transfer settles exactly one of twenty concurrent calls', async () => {
  const transaction = hash();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => record(transaction, [3])));
  const kinds = outcomes.map((outcome) => outcome?.kind);
  expect(kinds.toSorted()).toEqual(['settled', ...Array(19).fill('unknown')]);
});

test('a transaction with two transfers settles two calls, for any letter case of its hash', async () => {
  const transaction = hash();
  const shouted = `0x${transaction.slice(2).toUpperCase()}`;
  expect(await record(transaction, [3, 7])).toMatchObject({ kind: 'settled' });
  expect(await record(shouted, [3, 7])).toMatchObject({ kind: 'settled' });
  expect(await record(transaction, [3, 7])).toMatchObject({
    kind: 'unknown',
    reason: 'transaction_of_another_call',
    transaction: null,
  });
});

test('a transaction with unknown transfers settles one call', async () => {
  const transaction = hash();
  expect(await record(transaction)).toMatchObject({ kind: 'settled' });
  expect(await record(transaction)).toMatchObject({ kind: 'unknown' });
  expect(await record(transaction, [3])).toMatchObject({ kind: 'unknown' });
});

test('a failure that names the transaction of another call is recorded as unknown', async () => {
  const transaction = hash();
  await record(transaction, [3]);
  const failed = { kind: 'failed', reason: 'transaction_without_transfer', transaction } as const;
  const call = { id: await served(), from: 'served', lookInMs: 1_000 } as const;
  expect(await recordSettlement(db, call, failed)).toMatchObject({ kind: 'unknown' });
});
