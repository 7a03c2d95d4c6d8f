import { expect, test } from 'vitest';
import type { Direction, FolderStep } from './action.ts';
import { foldersThere, planFolders } from './folders.ts';

/** Where a folder is, and whether files are in it. */
type Place = 'empty' | 'full' | null;

function decide(
  { here, there, isKnown = false }: { here: Place; there: Place; isKnown?: boolean },
  direction: Direction,
): FolderStep['kind'] | null {
  const path = 'a/';
  const only = (isIn: boolean) => new Set(isIn ? [path] : []);
  const steps = planFolders(
    {
      local: only(here === 'empty'),
      remote: only(there === 'empty'),
      base: only(isKnown),
      here: only(here !== null),
      there: only(there !== null),
    },
    direction,
  );
  expect(steps.length).toBeLessThan(2);
  return steps[0]?.kind ?? null;
}

test.each<
  [string, Parameters<typeof decide>[0], both: string | null, up: string | null, down: string | null]
>([
  ['new here', { here: 'empty', there: null }, 'makeThere', 'makeThere', null],
  ['new there', { here: null, there: 'empty' }, 'makeHere', null, 'makeHere'],
  ['new on both sides', { here: 'empty', there: 'empty' }, 'adopt', 'adopt', 'adopt'],
  ['on both sides before', { here: 'empty', there: 'empty', isKnown: true }, null, null, null],
  ['gone there', { here: 'empty', there: null, isKnown: true }, 'remove', 'makeThere', null],
  ['gone here', { here: null, there: 'empty', isKnown: true }, 'trash', null, 'makeHere'],
  ['gone on both sides', { here: null, there: null, isKnown: true }, 'forget', 'forget', 'forget'],
  ['full there', { here: 'empty', there: 'full' }, null, null, null],
  ['full there, empty before', { here: 'empty', there: 'full', isKnown: true }, 'forget', 'forget', 'forget'],
  ['full here', { here: 'full', there: 'empty' }, null, null, null],
])('a folder without files that is %s', (_, state, both, up, down) => {
  expect([decide(state, 'both'), decide(state, 'up'), decide(state, 'down')]).toEqual([both, up, down]);
});

test('inner folders are made after those around them, and go before them', () => {
  const [outer, inner] = ['a/', 'a/b/'];
  const none = new Set<string>();
  const both = new Set([inner, outer]);
  const sides = { local: none, remote: none, base: none, here: none, there: none };
  const pathsOf = (steps: FolderStep[]) => steps.map(({ path }) => path);
  expect(pathsOf(planFolders({ ...sides, remote: both }, 'both'))).toEqual([outer, inner]);
  expect(pathsOf(planFolders({ ...sides, remote: both, base: both }, 'both'))).toEqual([inner, outer]);
});

test('a folder of the lab is there as long as a file of it stays', () => {
  const remote = { path: 'a/b/1', did: 'did:x', version: 1, accessLevel: 'ADMIN', size: 1 };
  const trash = {
    ...{ kind: 'trash' as const, path: 'a/b/1' },
    remote: { ...remote, contentHash: 'sha256:x', sha256: 'x', canRead: true },
  };
  expect([...foldersThere(['a/b/1', 'a/2'], new Set(['c/d/']), [])].sort()).toEqual([
    'a/',
    'a/b/',
    'c/',
    'c/d/',
  ]);
  expect([...foldersThere(['a/b/1', 'a/2'], new Set(), [trash])]).toEqual(['a/']);
});
