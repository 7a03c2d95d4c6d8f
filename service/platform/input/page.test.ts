import { expect, test } from 'vitest';
import { offsetFromNearestEnd } from './page.ts';

test('a page has the same items, whichever end of the list it is counted from', () => {
  for (const length of [0, 1, 19, 20, 21, 100, 101]) {
    const list = Array.from({ length }, (_, at) => at);
    for (let page = 0; page < 8; page += 1) {
      const { fromEnd, offset, limit } = offsetFromNearestEnd({ page, perPage: 20 }, length);
      const ordered = fromEnd ? list.toReversed() : list;
      const found = ordered.slice(offset, offset + limit);
      expect(fromEnd ? found.toReversed() : found).toEqual(list.slice(20 * page, 20 * page + 20));
      expect(offset).toBeLessThanOrEqual(length / 2 + 20);
    }
  }
});

test('a page from the start misses nothing that came since the items were counted', () => {
  const counted = 1;
  const { fromEnd, offset, limit } = offsetFromNearestEnd({ page: 0, perPage: 20 }, counted);
  const newestFirst = ['came since', 'counted'];
  expect([fromEnd, newestFirst.slice(offset, offset + limit)]).toEqual([false, newestFirst]);
});
