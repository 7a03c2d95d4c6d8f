import { expect, it } from 'vitest';
import { anchorKindOf, anchorText } from './anchors.ts';

it.each([
  [{ kind: 'LINES', start: 4, end: 7 }, 'Lines 4–7'],
  [{ kind: 'PAGES', start: 2, end: 2 }, 'Page 2'],
  [{ kind: 'CELLS', start: 2, end: 2, startColumn: 1, endColumn: 3 }, 'Row 2, columns 1–3'],
] as const)('%j is %s', (anchor, text) => expect(anchorText(anchor)).toBe(text));

it.each([
  ['plate.csv', 'text/csv', 'CELLS'],
  ['paper.pdf', 'application/pdf', 'PAGES'],
  ['fit.py', 'text/x-python', 'LINES'],
  ['film.mp4', 'video/mp4', null],
])('the parts of %s', (name, type, kind) => expect(anchorKindOf(name, type)).toBe(kind));
