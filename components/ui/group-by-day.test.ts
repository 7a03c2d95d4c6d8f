import { describe, expect, it } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const feed = [
  { at: '2026-11-21T01:00:00.000Z' },
  { at: '2026-11-20T23:30:00.000Z' },
  { at: '2026-11-20T10:00:00.000Z' },
  { at: '2026-11-19T10:00:00.000Z' },
  { at: '2026-11-19T09:00:00.000Z' },
];

describe('grouping a feed by day', () => {
  it('keeps the order and starts a new day at midnight', () => {
    expect(groupByDay(feed, 'utc').map(({ day, items }) => [day, items.length])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 2],
      ['2026-11-19', 2],
    ]);
  });

  it('returns no days without entries', () => {
    expect(groupByDay([], 'utc')).toEqual([]);
  });
});
