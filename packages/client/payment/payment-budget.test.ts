import { describe, expect, it } from 'vitest';
import { PaymentBudget, receiptsInMemory } from './payment-budget.ts';
import type { PaymentReceipt, PaymentState } from './payment-receipt.ts';

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
  };
};

describe('a budget', () => {
  it('rejects a call that costs too much', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 100n });
    expect(await budget.reserve(11n)).toBe('OVER_CALL_BUDGET');
    expect(await budget.reserve(10n)).toBeNull();
  });

  it('counts settled and possible payments of 24 hours', async () => {
    const book = receiptsInMemory();
    const budget = new PaymentBudget({ perCall: 10n, perDay: 30n }, book);
    for (const state of ['paid', 'pending'] as const) await budget.keep(receipt(10n, state));
    await budget.keep(receipt(10n, 'not-charged'));
    await budget.keep(receipt(10n, 'paid', 25));
    expect(await budget.reserve(10n)).toBeNull();
    budget.release(10n);
    await budget.keep(receipt(10n, 'sent', 23));
    expect(await budget.reserve(1n)).toBe('OVER_DAY_BUDGET');
  });

  it('uses the last receipt of each payment', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 10n });
    const sent = receipt(10n, 'sent');
    await budget.keep(sent);
    expect(await budget.reserve(10n)).toBe('OVER_DAY_BUDGET');
    await budget.keep({ ...sent, state: 'not-charged' });
    expect(await budget.reserve(10n)).toBeNull();
  });

  it('is not exceeded by concurrent calls', async () => {
    const budget = new PaymentBudget({ perCall: 10n, perDay: 30n });
    const answers = await Promise.all(Array.from({ length: 10 }, () => budget.reserve(10n)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    budget.release(10n);
    expect(await budget.reserve(10n)).toBeNull();
  });

  it('reserves nothing if the receipts cannot be read, and works afterwards', async () => {
    const { keep, since } = receiptsInMemory();
    let isBroken = true;
    const broken = () => Promise.reject(new Error('disk'));
    const book = { keep, since: (time: Date) => (isBroken ? broken() : since(time)) };
    const budget = new PaymentBudget({ perCall: 10n, perDay: 10n }, book);
    await expect(budget.reserve(10n)).rejects.toThrow('disk');
    isBroken = false;
    expect(await budget.reserve(10n)).toBeNull();
  });
});
