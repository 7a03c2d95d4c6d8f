import { describe, expect, it } from 'vitest';
import { type ActivityNode, groupByDay, newestFiles } from './activity-entry.ts';

function file(
  kind: 'LabEventFileAdded' | 'LabEventFileUpdated' | 'LabEventFileRemoved',
  ref: string,
  systemTime: string,
): ActivityNode {
  const entry = {
    ref,
    path: `${ref}.csv`,
    tags: [],
    description: null,
    version: 1,
    accessLevel: 'PUBLIC',
    eventTime: systemTime,
    systemTime,
    changeBy: '0xa',
    categories: [],
    contentType: 'text/csv',
    contentHash: '',
  };
  return { __typename: kind, entry };
}

const feed = [
  file('LabEventFileRemoved', 'b', '2026-11-21T01:00:00.000Z'),
  file('LabEventFileUpdated', 'a', '2026-11-20T23:30:00.000Z'),
  file('LabEventFileAdded', 'b', '2026-11-20T10:00:00.000Z'),
  file('LabEventFileAdded', 'c', '2026-11-19T10:00:00.000Z'),
  file('LabEventFileAdded', 'a', '2026-11-19T09:00:00.000Z'),
];

describe('a feed by days', () => {
  const days = (zone: string) => groupByDay(feed, zone).map(({ day, nodes }) => [day, nodes.length]);

  it('keeps the order and cuts at midnight of the zone', () => {
    expect(days('UTC')).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 2],
      ['2026-11-19', 2],
    ]);
    expect(days('Europe/Berlin')).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
      ['2026-11-19', 2],
    ]);
  });

  it('has no days without entries', () => {
    expect(groupByDay([], 'UTC')).toEqual([]);
  });
});

it('finds the newest files once each, and none that was removed since', () => {
  expect(newestFiles(feed, 5).map(({ ref }) => ref)).toEqual(['a', 'c']);
  expect(newestFiles(feed, 1).map(({ ref }) => ref)).toEqual(['a']);
});
