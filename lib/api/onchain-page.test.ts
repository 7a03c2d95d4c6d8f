import { expect, it } from 'vitest';
import { cursorParam, onChainPage, onChainPageSize } from './onchain-page.ts';

type Event = Parameters<typeof onChainPage>[0][number];

/** Events of transactions with the given event counts, newest first. */
function events(...counts: number[]): Event[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let left = total;
  return counts.flatMap((count, at) =>
    Array.from({ length: count }, () => {
      left -= 1;
      return { id: `1:${left}`, txHash: `0x${at}` } as Event;
    }),
  );
}

it('is the last page if all events fit', () => {
  const few = events(3, 2);
  expect(onChainPage(few)).toEqual({ events: few, older: undefined });
  const full = events(onChainPageSize);
  expect(onChainPage(full)).toEqual({ events: full, older: undefined });
});

it('never splits a transaction between pages', () => {
  const feed = events(onChainPageSize - 2, 3);
  const { events: page, older } = onChainPage(feed);
  expect(page).toHaveLength(onChainPageSize - 2);
  expect(older).toBe(page.at(-1)?.id);
});

it('splits a transaction that is longer than a page', () => {
  const { events: page, older } = onChainPage(events(onChainPageSize + 1));
  expect(page).toHaveLength(onChainPageSize);
  expect(older).toBe('1:1');
});

it('ignores a cursor that the API would reject', () => {
  expect(cursorParam('33:1')).toBe('33:1');
  for (const wrong of [undefined, '33', '33:1 ', 'x:1', '1:1:1']) expect(cursorParam(wrong)).toBeUndefined();
});
