import { expect, it } from 'vitest';
import { type ComparedFile, compareRooms, kindsOf } from './room-changes.ts';

const file = (did: string, more: Partial<ComparedFile> = {}): ComparedFile => ({
  ...{ did, path: `${did}.txt`, version: 1, accessLevel: 'ADMIN', contentHash: 'sha256:1' },
  ...more,
});

it('names the files that differ, by their present path, with everything that changed about them', () => {
  const former = ['same', 'gone', 'moved', 'swapped', 'newer', 'open', 'rekeyed'].map((did) => file(did));
  const later = [
    file('same'),
    file('moved', { path: 'a/moved.txt' }),
    // Another file at the path of a removed one.
    file('swapped', { path: 'gone.txt', version: 3, contentHash: 'sha256:3' }),
    file('newer', { version: 2, contentHash: 'sha256:2' }),
    file('open', { accessLevel: 'PUBLIC', contentHash: 'sha256:2' }),
    file('rekeyed', { contentHash: 'sha256:2' }),
    file('added'),
  ];
  expect(compareRooms(former, later).map((change) => [change.did, kindsOf(change)])).toEqual([
    ['moved', ['moved']],
    ['added', ['added']],
    ['gone', ['removed']],
    ['swapped', ['changed', 'moved']],
    ['newer', ['changed']],
    ['open', ['access', 'encrypted']],
    ['rekeyed', ['encrypted']],
  ]);
  expect(compareRooms(later, later)).toEqual([]);
});
