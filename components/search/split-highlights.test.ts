import { expect, it } from 'vitest';
import { splitHighlights } from './split-highlights.ts';

const marked = (text: string, ...highlights: [number, number][]) =>
  splitHighlights({ text, highlights: highlights.map(([start, end]) => ({ start, end })) })
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

it('marks the words that were found', () => {
  expect(marked('the melting curve', [4, 11])).toBe('the [melting] curve');
  expect(marked('melting, melting', [0, 7], [9, 16])).toBe('[melting], [melting]');
  expect(marked('nothing')).toBe('nothing');
  expect(marked('')).toBe('');
});

it('keeps every character exactly once, whatever the highlights are', () => {
  expect(marked('abc', [0, 99])).toBe('[abc]');
  expect(marked('abc', [7, 9])).toBe('abc');
  expect(marked('abcd', [0, 3], [1, 4])).toBe('[abc][d]');
  expect(marked('abcd', [2, 1])).toBe('abcd');
});
