import { expect, it } from 'vitest';
import { type ActivityNode, activityKey, newestFiles } from './activity-entry.ts';

function file(
  kind: 'LabEventFileAdded' | 'LabEventFileUpdated' | 'LabEventFileRemoved',
  ref: string,
  systemTime: string,
): ActivityNode {
  const entry = {
    ref,
    path: `${ref}.csv`,
    description: null,
    version: 1,
    accessLevel: 'PUBLIC',
    previousAccessLevel: null,
    publicVersions: [],
    changeNote: null,
    systemTime,
    changeBy: '0xa',
    contentType: 'text/csv',
  };
  const lab = { oclId: '0x', shortname: 'lab', name: null, labNftTokenId: '1' };
  return { __typename: kind, entry, lab };
}

const feed = [
  file('LabEventFileRemoved', 'b', '2026-11-21T01:00:00.000Z'),
  file('LabEventFileUpdated', 'a', '2026-11-20T23:30:00.000Z'),
  file('LabEventFileAdded', 'b', '2026-11-20T10:00:00.000Z'),
  file('LabEventFileAdded', 'c', '2026-11-19T10:00:00.000Z'),
  file('LabEventFileAdded', 'a', '2026-11-19T09:00:00.000Z'),
];

it('returns each of the newest files once and leaves out removed files', () => {
  expect(newestFiles(feed, 5).map(({ ref }) => ref)).toEqual(['a', 'c']);
  expect(newestFiles(feed, 1).map(({ ref }) => ref)).toEqual(['a']);
});

it('gives every entry of a feed a different key', () => {
  expect(new Set(feed.map(activityKey)).size).toBe(feed.length);
});
