import { expect, it } from 'vitest';
import type { TriedCondition } from './explain-access-error.ts';
import { refusalScale } from './refusal-scale.ts';

const token = { address: `0x${'a'.repeat(40)}`, symbol: 'LIPA', decimals: 2 } as const;
const reader = { token, role: null, now: new Date('2026-11-22T12:00:00Z') };
const tried = (some: Partial<TriedCondition>): TriedCondition => ({
  condition: null,
  met: false,
  call: '',
  contractAddress: token.address,
  expected: '',
  actual: '4000',
  test: { functionName: 'balanceOf', params: ['0xbb'], comparator: '>=', value: '10000' },
  ...some,
});

it('shows a balance in tokens, and how much is missing', () => {
  expect(refusalScale(tried({}), reader)).toMatchObject({
    needle: { at: 0.2, label: '40' },
    opens: { from: 0.5, to: 1 },
    verdict: 'you have 40 LIPA, 60 short',
    opensByItself: false,
  });
  const other = refusalScale(tried({ contractAddress: `0x${'c'.repeat(40)}` }), reader);
  expect(other?.verdict).toBe('you have 4,000, 6,000 short');
});

it('says that time alone opens a file only for the clock of the chain', () => {
  const due = String(Date.parse('2027-03-01T12:00:00Z') / 1000);
  const test = { functionName: 'getCurrentBlockTimestamp', params: [], comparator: '>=', value: due };
  const clock = tried({ contractAddress: '0xcA11bde05977b3631167028862bE2a173976CA11', actual: '1', test });
  expect(refusalScale(clock, reader)).toMatchObject({
    verdict: 'in 99 days, by itself',
    opensByItself: true,
  });
  expect(refusalScale({ ...clock, contractAddress: token.address }, reader)?.opensByItself).toBe(false);
});

it("shows the reader's role below the required one, and nothing if the list of members disagrees", () => {
  const condition = { operator: null, sentence: '', call: '', contractAddress: '', isLabRole: true };
  const test = { functionName: 'hasRole', params: ['0x01', '0xbb', '2'], comparator: '=', value: 'true' };
  const role = tried({ condition, test, actual: 'false' });
  expect(refusalScale(role, { ...reader, role: 'VIEWER' })).toMatchObject({
    needle: { label: 'viewer' },
    opens: { from: 2 / 3, to: 1 },
    verdict: 'you are viewer',
  });
  expect(refusalScale(role, { ...reader, role: 'CONTRIBUTOR' })).toBeNull();
});

it('has no scale for conditions that are met, were not evaluated, or have no order', () => {
  expect(refusalScale(tried({ met: true }), reader)).toBeNull();
  expect(refusalScale(tried({ met: null, actual: null }), reader)).toBeNull();
  const equal = { functionName: 'f', params: [], comparator: '=', value: '1' };
  expect(refusalScale(tried({ test: equal }), reader)).toBeNull();
  expect(refusalScale(tried({ actual: 'reverted' }), reader)).toBeNull();
});
