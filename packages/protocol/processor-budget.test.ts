import { expect, it } from 'vitest';
import { ProcessorBudget } from './processor-budget.ts';

let now = 0;
const budget = new ProcessorBudget(12_000, () => now);

it('takes what requests used, refuses when nothing is left, and refills within a minute', () => {
  expect(budget.stateOf('a')).toEqual({ wait: 0, left: 12_000, fullIn: 0 });
  budget.spend('a', 9_000);
  expect(budget.stateOf('a')).toEqual({ wait: 0, left: 3_000, fullIn: 45 });
  budget.spend('a', 3_600);
  // Overdrawn by 600 ms: it may ask again when it has one percent.
  expect(budget.stateOf('a')).toEqual({ wait: expect.closeTo(3.6), left: 0, fullIn: 63 });
  expect(budget.stateOf('b').left).toBe(12_000);
  now += 3_700;
  expect(budget.stateOf('a')).toMatchObject({ wait: 0, left: 140 });
  now += 60_000;
  expect(budget.stateOf('a')).toEqual({ wait: 0, left: 12_000, fullIn: 0 });
});
