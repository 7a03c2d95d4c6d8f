import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';

test.each([
  ['image/png', 'image'],
  ['image/tiff', 'image'],
  ['image/x-panasonic-raw', 'other'],
  ['image/x-dcraw', 'other'],
  ['chemical/seq-na-genbank', 'text'],
  ['text/csv; charset=utf-8', 'table'],
  ['application/x-ipynb+json', 'notebook'],
  ['application/geo+json', 'json'],
  ['application/vnd.isac.fcs', 'other'],
])('%s is shown as %s', (type, kind) => {
  expect(fileKindOf(type)).toBe(kind);
});
