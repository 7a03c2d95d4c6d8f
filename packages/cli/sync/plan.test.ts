import { expect, test } from 'vitest';
import type { Direction } from './action.ts';
import { planSync } from './plan.ts';
import type { RemoteFile } from './remote.ts';
import type { LocalFile } from './scan.ts';
import type { SyncedFile } from './state.ts';

/** A state of a path: contents are named by a word, `null` is no file. */
interface Case {
  before?: string;
  here: string | null;
  there: string | null;
  /** Whether the wallet may not open the version in the lab. */
  isLocked?: boolean;
  /** Whether nobody knows if it may. */
  isUnknown?: boolean;
}

async function decide({ before, here, there, isLocked, isUnknown }: Case, direction: Direction) {
  const path = 'a.csv';
  const local: [string, LocalFile][] = here
    ? [[path, { path, file: `/x/${path}`, size: 1, stamp: here }]]
    : [];
  const version = there === before ? 1 : 2;
  const remoteOf = (content: string): RemoteFile => ({
    ...{ path, did: 'did:x', version, accessLevel: 'ADMIN', size: 17 },
    contentHash: `sha256:sealed ${content}`,
    sha256: isLocked || isUnknown ? null : content,
    canRead: isUnknown ? null : !isLocked,
  });
  const base: [string, SyncedFile][] = before
    ? [
        [
          path,
          {
            path,
            did: 'did:x',
            version: 1,
            contentHash: `sha256:sealed ${before}`,
            sha256: before,
            stamp: before,
          },
        ],
      ]
    : [];
  const actions = await planSync(
    {
      local: new Map(local),
      remote: new Map(there ? [[path, remoteOf(there)]] : []),
      base: new Map(base),
      hashOf: async ({ stamp }) => stamp,
    },
    direction,
  );
  expect(actions.length).toBeLessThan(2);
  return actions[0]?.kind ?? null;
}

test.each<[string, Case, both: string | null, up: string | null, down: string | null]>([
  ['new here', { here: 'A', there: null }, 'upload', 'upload', null],
  ['new there', { here: null, there: 'A' }, 'download', null, 'download'],
  ['new and equal', { here: 'A', there: 'A' }, 'adopt', 'adopt', 'adopt'],
  ['new and different', { here: 'A', there: 'B' }, 'conflict', 'conflict', 'conflict'],
  ['unchanged', { before: 'A', here: 'A', there: 'A' }, null, null, null],
  ['changed here', { before: 'A', here: 'B', there: 'A' }, 'upload', 'upload', null],
  ['changed there', { before: 'A', here: 'A', there: 'B' }, 'download', null, 'download'],
  ['changed to the same', { before: 'A', here: 'B', there: 'B' }, 'adopt', 'adopt', 'adopt'],
  ['changed differently', { before: 'A', here: 'B', there: 'C' }, 'conflict', 'conflict', 'conflict'],
  ['deleted here', { before: 'A', here: null, there: 'A' }, 'trash', null, 'download'],
  ['deleted there', { before: 'A', here: 'A', there: null }, 'remove', 'upload', null],
  [
    'deleted here, changed there',
    { before: 'A', here: null, there: 'B' },
    'conflict',
    'conflict',
    'download',
  ],
  ['changed here, deleted there', { before: 'A', here: 'B', there: null }, 'conflict', 'upload', 'conflict'],
  ['deleted on both sides', { before: 'A', here: null, there: null }, 'forget', 'forget', 'forget'],
  ['new there, and unknown', { here: null, there: 'A', isUnknown: true }, 'unread', null, 'unread'],
  [
    'changed there, and unknown',
    { before: 'A', here: 'A', there: 'B', isUnknown: true },
    'unread',
    null,
    'unread',
  ],
  ['in both, and unknown', { here: 'A', there: 'A', isUnknown: true }, 'unread', 'unread', 'unread'],
  ['unchanged, and unknown', { before: 'A', here: 'A', there: 'A', isUnknown: true }, null, null, null],
  [
    'changed here, and unknown',
    { before: 'A', here: 'B', there: 'A', isUnknown: true },
    'upload',
    'upload',
    null,
  ],
  ['new there, not to be opened', { here: null, there: 'A', isLocked: true }, 'locked', null, 'locked'],
  [
    'changed there, not to be opened',
    { before: 'A', here: 'A', there: 'B', isLocked: true },
    'locked',
    null,
    'locked',
  ],
  [
    'in both, not to be compared',
    { here: 'A', there: 'A', isLocked: true },
    'conflict',
    'conflict',
    'conflict',
  ],
  [
    'unchanged, not to be opened any more',
    { before: 'A', here: 'A', there: 'A', isLocked: true },
    null,
    null,
    null,
  ],
])('a file that is %s', async (_, state, both, up, down) => {
  expect([await decide(state, 'both'), await decide(state, 'up'), await decide(state, 'down')]).toEqual([
    both,
    up,
    down,
  ]);
});

test('a version whose hash is not what was verified before counts as changed', async () => {
  const path = 'a';
  const file = { path, did: 'd', version: 1, contentHash: 'sha256:x' };
  const sides = {
    local: new Map([[path, { path, file: '/a', size: 1, stamp: 'A' }]]),
    remote: new Map([[path, { ...file, accessLevel: 'ADMIN', size: 17, sha256: 'B', canRead: true }]]),
    base: new Map([[path, { ...file, sha256: 'A', stamp: 'A' }]]),
    hashOf: async () => 'A',
  };
  expect(await planSync(sides, 'both')).toMatchObject([{ kind: 'download' }]);
});
