import { expect, it } from 'vitest';
import { describeUnportable, unportablePaths } from './portable-names.ts';

it('finds names that Windows refuses, and names that differ only in case', () => {
  const fine = ['a/b.csv', 'console.log', 'x.y/z'];
  const not = ['CON', 'a/nul.txt', 'st*r?.txt', 'dot.', 'Case.txt', 'case.txt'];
  expect(unportablePaths([...fine, ...not])).toEqual(not);
  expect(describeUnportable(fine)).toBeNull();
  expect(describeUnportable(not)).toContain('CON, a/nul.txt, st*r?.txt and 3 more');
});
