import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { PaymentBudget, receiptsInMemory } from './payment-budget.ts';
import type { PaymentReceipt, PaymentState } from './payment-receipt.ts';
import { receiptsInDatabase } from './receipts-in-database.ts';

let count = 0;
const receipt = (amount: bigint, state: PaymentState, hoursAgo = 0): PaymentReceipt => {
  count += 1;
  return {
    mutation: 'createLab',
    url: 'http://gateway/local/x402/labs/createLab',
    network: 'eip155:31337',
    asset: '0x01',
    amount: `${amount}`,
    payer: '0x02',
    payTo: '0x03',
    nonce: `0x${count}`,
    state,
    transaction: null,
    reason: null,
    requestId: null,
    at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    signed: { offer: null, receipt: null, callReceipt: null, differences: [] },
  };
};

const sent = (amount: bigint) => receipt(amount, 'sent');

describe.each([
  ['in memory', receiptsInMemory],
  ['in a database', () => receiptsInDatabase(new DatabaseSync(':memory:'))],
])('a budget with receipts %s', (_, book) => {
  it('rejects a call that costs too much', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 100n }, book());
    expect(await budget.spend(sent(11n))).toBe('OVER_CALL_BUDGET');
    expect(await budget.spend(sent(10n))).toBeNull();
  });

  it('counts settled and possible payments of 24 hours', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 40n }, book());
    for (const state of ['paid', 'pending'] as const) await budget.keep(receipt(10n, state));
    await budget.keep(receipt(10n, 'not-charged'));
    await budget.keep(receipt(10n, 'paid', 25));
    await budget.keep(receipt(10n, 'sent', 23));
    expect(await budget.spend(sent(10n))).toBeNull();
    expect(await budget.spend(sent(1n))).toBe('OVER_DAY_BUDGET');
  });

  it('counts all payments in the total', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 20n, total: 30n }, book());
    for (const hoursAgo of [900, 30]) await budget.keep(receipt(10n, 'paid', hoursAgo));
    expect(await budget.spend(sent(10n))).toBeNull();
    expect(await budget.spend(sent(1n))).toBe('OVER_TOTAL_BUDGET');
    expect(await budget.spent()).toBe(30n);
  });

  it('uses the last receipt of each payment', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 10n }, book());
    const first = sent(10n);
    expect(await budget.spend(first)).toBeNull();
    expect(await budget.spend(sent(10n))).toBe('OVER_DAY_BUDGET');
    await budget.keep({ ...first, state: 'not-charged' });
    expect(await budget.spend(sent(10n))).toBeNull();
  });

  it('is not exceeded by concurrent calls', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 30n }, book());
    const answers = await Promise.all(Array.from({ length: 10 }, () => budget.spend(sent(10n))));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  });
});

it('a budget allows nothing if the receipts cannot be read or kept, and works afterwards', async () => {
  const { keep, since } = receiptsInMemory();
  const broken = () => Promise.reject(new Error('disk'));
  const book = { keep, since };
  const budget = new PaymentBudget({ perCall: 10n, perDay: 10n }, book);
  for (const name of ['since', 'keep'] as const) {
    book[name] = broken;
    await expect(budget.spend(sent(10n))).rejects.toThrow('disk');
    Object.assign(book, { keep, since });
  }
  expect(await budget.spend(sent(10n))).toBeNull();
});
