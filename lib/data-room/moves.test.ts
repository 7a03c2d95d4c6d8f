import { expect, it } from 'vitest';
import {
  applyMoves,
  canMoveInto,
  foldersOf,
  movedPath,
  movesInto,
  nameProblem,
  opposite,
  renameTo,
  withoutEntries,
} from './moves.ts';

it('renames files and folders in their folder', () => {
  expect(renameTo('raw/run.csv', 'run 1.csv')).toEqual({ from: 'raw/run.csv', to: 'raw/run 1.csv' });
  expect(renameTo('raw/may/', 'june')).toEqual({ from: 'raw/may/', to: 'raw/june/' });
  expect(renameTo('raw/', 'data')).toEqual({ from: 'raw/', to: 'data/' });
});

it('moves entries into a folder, except those that are there', () => {
  const keys = ['raw/run.csv', 'raw/may/', 'data/plan.md'];
  expect(movesInto(keys, 'data')).toEqual([
    { from: 'raw/run.csv', to: 'data/run.csv' },
    { from: 'raw/may/', to: 'data/may/' },
  ]);
  expect(movesInto(keys, '')).toHaveLength(3);
  expect(movesInto(['plan.md'], '')).toEqual([]);
});

it('moves no folder into itself', () => {
  expect(canMoveInto(['raw/'], 'raw')).toBe(false);
  expect(canMoveInto(['raw/', 'plan.md'], 'raw/may')).toBe(false);
  expect(canMoveInto(['raw/'], 'rawer')).toBe(true);
  expect(canMoveInto(['raw/may/'], 'raw')).toBe(false);
  expect(canMoveInto(['raw/may/'], '')).toBe(true);
});

it('finds every file after moves, and the opposite moves bring it back', () => {
  const files = ['raw/may/a.csv', 'raw/b.csv', 'rawer/c.csv'].map((path) => ({
    path,
    name: path.split('/').at(-1) ?? '',
  }));
  const moves = [
    { from: 'raw/', to: 'data/' },
    { from: 'raw/may/', to: 'may/' },
    { from: 'rawer/c.csv', to: 'd.csv' },
  ];
  const moved = applyMoves(files, moves);
  expect(moved.map(({ path }) => path)).toEqual(['may/a.csv', 'data/b.csv', 'd.csv']);
  expect(moved[2]?.name).toBe('d.csv');
  expect(applyMoves(moved, opposite(moves))).toEqual(files);
  expect(movedPath('raw/', moves)).toBe('data/');
});

it('leaves out deleted files, and those in deleted folders', () => {
  const files = ['raw/a', 'raw', 'rawer/b'].map((path) => ({ path }));
  expect(withoutEntries(files, new Set(['raw/']))).toEqual([{ path: 'raw' }, { path: 'rawer/b' }]);
});

it('lists folders in the order of a tree', () => {
  expect(foldersOf(['a-b/x', 'a/c/x', 'a/x', 'x', 'b/d/'])).toEqual(['a-b', 'a', 'a/c', 'b', 'b/d']);
});

it.each([
  ['plan.md', null],
  ['', /Enter a name/],
  ['a/b', /Move to/],
  ['..', /cannot be/],
  ['a\\b', /cannot contain/],
  ['a'.repeat(256), /too long/],
])('checks the name %j', (name, problem) => {
  if (problem === null) expect(nameProblem(name)).toBeNull();
  else expect(nameProblem(name)).toMatch(problem);
});
