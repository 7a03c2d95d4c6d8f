import { isQuick } from '@labroom/testing/depth.ts';
import { expect, test } from 'vitest';
import { Postings } from './postings.ts';

test('keeps every list in order, whatever their lengths and however they grow beside each other', () => {
  const postings = new Postings();
  const longest = isQuick ? 30_000 : 300_000;
  const lengths = [1, 2, 3, 6, 7, 4_095, 20_000, longest, 0, 5];
  for (let at = 0; at < longest; at += 1) {
    lengths.forEach((length, term) => {
      if (at < length) postings.add(term, at * 16 + term);
    });
  }
  lengths.forEach((length, term) => {
    expect(postings.count(term)).toBe(length);
    const values = [...postings.parts(term)].flatMap((part) => [...part]);
    expect(values).toHaveLength(length);
    expect(values.every((value, at) => value === at * 16 + term)).toBe(true);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  expect(postings.bytes).toBeLessThan(4 * total * 1.2 + 2_000_000);
});

test('takes terms far apart, and the highest number', () => {
  const postings = new Postings();
  postings.add(1_000_000, 2 ** 32 - 1);
  expect([...postings.parts(1_000_000)].map((part) => [...part])).toEqual([[2 ** 32 - 1]]);
  expect([...postings.parts(999_999)]).toEqual([]);
  expect(postings.count(5_000_000)).toBe(0);
});
