import { expect, test } from 'vitest';
import { changeOfAccess, staysPublic } from './change-of-access.ts';

test.each([
  ['PUBLIC', 'ADMIN', 'becomesSecret'],
  ['PUBLIC', 'HOLDERS', 'becomesSecret'],
  ['ADMIN', 'PUBLIC', 'becomesPublic'],
  ['HOLDERS', 'PUBLIC', 'becomesPublic'],
  ['PUBLIC', 'PUBLIC', null],
  ['ADMIN', 'HOLDERS', null],
  ['HOLDERS', 'HOLDERS', null],
])('from %s to %s: %s', (from, to, change) => {
  expect(changeOfAccess(from, to)).toBe(change);
});

test.each([
  [[1], 'Version 1 stays public: anyone can open it.'],
  [[1, 2], 'Versions 1 and 2 stay public: anyone can open them.'],
  [[1, 2, 3], 'Versions 1 to 3 stay public: anyone can open them.'],
  [[1, 2, 4], 'Versions 1, 2 and 4 stay public: anyone can open them.'],
])('%j: %s', (versions, sentence) => {
  expect(staysPublic(versions)).toBe(sentence);
});
