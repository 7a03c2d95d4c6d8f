import { isQuick } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { expect, it } from 'vitest';
import { piecesOfText } from './text-pieces.ts';

it('leaves a text of usual length as it is', () => {
  const text = 'A plate \u05d0 of 96 wells.\n'.repeat(150);
  expect(piecesOfText(text)).toEqual([text]);
});

it('cuts after a line, or else after a word', () => {
  const line = `${'word '.repeat(30)}\n`;
  const lines = line.repeat(100);
  expect(`${piecesOfText(lines).join('\n')}\n`).toBe(lines);
  expect(piecesOfText('word '.repeat(2_000)).every((piece) => piece.endsWith('word '))).toBe(true);
});

it.each(Object.entries(hostileTexts))('cuts %s into short pieces', (_, make) => {
  const text = make(isQuick ? 9_000 : 100_000).toWellFormed();
  const pieces = piecesOfText(text);
  expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  expect(pieces.every((piece) => [...piece].length <= 4_001 && piece.isWellFormed())).toBe(true);
});
