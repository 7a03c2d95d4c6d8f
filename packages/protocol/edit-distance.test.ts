import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['assay', 'assay', 0],
  ['assay', 'asasy', 1],
  ['protein', 'protien', 1],
  ['bleaching', 'bleeching', 1],
  ['alzheimer', 'alzhiemer', 1],
  ['cell', 'cells', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%s and %s are %i apart, in both directions', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
  expect(editDistance(to, from)).toBe(edits);
});
