import { expect, it } from 'vitest';
import { holdersOf, type SharedFile } from './shared-files.ts';

const entry = { expiry: null, grantedBy: null, grantedAt: '2026-11-30T00:00:00Z', claim: null, stands: true };
const file = (path: string, readers: Partial<NonNullable<SharedFile['readers']>[number]>[]): SharedFile => ({
  did: `did:${path}`,
  path,
  version: 1,
  contentHash: 'sha256:00',
  readers: readers.map((reader) => ({ ...entry, subject: '0x1', reader: '0xa', ...reader })),
});

it('names each reader of a list once, with the files that the list opens', () => {
  const alone = { subject: '0x2' };
  expect(holdersOf([file('a', [{}, alone]), file('b', [{}]), file('c', [{ reader: '0xb' }])])).toEqual([
    { subject: '0x1', reader: '0xa', expiry: null, paths: ['a', 'b'] },
    { subject: '0x2', reader: '0xa', expiry: null, paths: ['a'] },
    { subject: '0x1', reader: '0xb', expiry: null, paths: ['c'] },
  ]);
});

it('leaves out those whose entry no longer stands', () => {
  expect(holdersOf([file('a', [{ stands: false }])])).toEqual([]);
});
