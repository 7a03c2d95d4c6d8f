import { describe, expect, it, test } from 'vitest';
import { checkPlanForm, type PlanForm } from './plan-form.ts';

const form: PlanForm = { kind: 'tokenize', symbol: ' COLD ', title: ' ', amount: '1.5', token: '' };
const token = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('the form of a tokenization plan', () => {
  it('makes a plan for a new token with a supply, or for an existing token', () => {
    expect(checkPlanForm(form)).toEqual({
      ok: true,
      plan: { kind: 'tokenize', symbol: 'COLD', title: null, amount: '1500000000000000000' },
    });
    expect(
      checkPlanForm({ ...form, kind: 'attach', title: 'Cold', amount: 'x', token: token.toLowerCase() }),
    ).toEqual({
      ok: true,
      plan: { kind: 'attach', symbol: 'COLD', title: 'Cold', token },
    });
  });

  test.each([
    ['symbol', { symbol: 'C-LD' }],
    ['symbol', { symbol: 'A'.repeat(21) }],
    ['title', { title: 'x'.repeat(201) }],
    ['amount', { amount: '1,5' }],
    ['token', { kind: 'attach', token: '0x12' }],
    ['token', { kind: 'attach', token: token.replace('3C44', '3c44') }],
  ] as const)('needs a sound %s', (field, part) => {
    const checked = checkPlanForm({ ...form, ...part });
    expect(checked).toMatchObject({ ok: false, errors: { [field]: expect.any(String) } });
  });
});
