import { expect, test } from 'vitest';
import { changeOfAccess } from './change-of-access.ts';

test.each([
  ['PUBLIC', 'ADMIN', /stays public as an earlier version/],
  ['PUBLIC', 'HOLDERS', /stays public as an earlier version/],
  ['ADMIN', 'PUBLIC', /would be public/],
  ['HOLDERS', 'PUBLIC', /would be public/],
])('from %s to %s is said', (from, to, words) => {
  expect(changeOfAccess(from, to)).toMatch(words);
});

test.each([
  ['PUBLIC', 'PUBLIC'],
  ['ADMIN', 'HOLDERS'],
  ['HOLDERS', 'HOLDERS'],
])('from %s to %s nothing is said', (from, to) => {
  expect(changeOfAccess(from, to)).toBeNull();
});
