import { expect, it } from 'vitest';
import { findPathProblem } from './file-path.ts';

it.each([
  'a',
  'results/2026/assay.csv',
  ' leading and trailing ',
  '...',
  'Zürich.md',
  `${'a'.repeat(255)}/${'b'.repeat(255)}`,
  // 1,024 bytes.
  `${'a'.repeat(255)}/${'b'.repeat(255)}/${'c'.repeat(255)}/${'d'.repeat(255)}/`
    .slice(0, -1)
    .concat('e')
    .slice(0, 1023),
  'ü'.repeat(127),
  // Invisible characters are checked by the rule for new paths.
  'da\u200bta.csv',
])('accepts %j', (path) => {
  expect(findPathProblem(path)).toBeNull();
});

it.each([
  ['a/'.repeat(512).concat('b'), 'PATH_LENGTH'],
  ['ü/'.repeat(342), 'PATH_LENGTH'],
  ['a\\b', 'CHARACTER'],
  ['a\u0000b', 'CHARACTER'],
  ['a\u007fb', 'CHARACTER'],
  ['a\u0085b', 'CHARACTER'],
  ['a\ud800b', 'CHARACTER'],
  ['', 'EMPTY_SEGMENT'],
  ['/a', 'LEADING_SLASH'],
  ['a//b', 'EMPTY_SEGMENT'],
  ['a/', 'EMPTY_SEGMENT'],
  ['.', 'DOT_SEGMENT'],
  ['a/../b', 'DOT_SEGMENT'],
  ['a'.repeat(256), 'SEGMENT_LENGTH'],
  ['ü'.repeat(128), 'SEGMENT_LENGTH'],
])('rejects %j: %s', (path, problem) => {
  expect(findPathProblem(path)).toBe(problem);
});
