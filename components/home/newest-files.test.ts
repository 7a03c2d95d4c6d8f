import { expect, it } from 'vitest';
import { newestOfEachKind, type RecentEntry } from './newest-files.ts';

const event = (kind: string, ref: string, contentType: string) =>
  ({ __typename: `LabEventFile${kind}`, lab: {}, entry: { ref, path: ref, contentType } }) as RecentEntry;

it('takes the newest file of each kind, and none that was removed since', () => {
  const nodes = [
    event('Removed', 'gone.csv', 'text/csv'),
    event('Updated', 'a.csv', 'text/csv'),
    { __typename: 'LabEventAnnouncement', announcement: {} } as unknown as RecentEntry,
    event('Added', 'gel.png', 'image/png'),
    event('Added', 'gone.csv', 'text/csv'),
    event('Added', 'b.csv', 'text/csv'),
  ];
  expect(newestOfEachKind(nodes).map(({ kind, entry }) => [kind, entry.path])).toEqual([
    ['table', 'a.csv'],
    ['image', 'gel.png'],
  ]);
});
