import { describe, expect, it } from 'vitest';
import { foldersByParent, SHOWN_AT_ONCE, treeRows, withAncestors } from './tree-rows.ts';

const folders = foldersByParent([
  'plan.md',
  'raw/may/run.csv',
  'raw/June/run.csv',
  'raw 10/x',
  'raw 2/x',
  'empty/',
]);
const shown = (current: string, expanded = withAncestors(new Map(), current)) =>
  treeRows(folders, expanded, current).map(({ level, key }) => `${level} ${key}`);

describe('the rows of the tree of folders', () => {
  it('are the root and its folders, by name, with empty ones', () => {
    expect(shown('')).toEqual(['1 /', '2 empty/', '2 raw/', '2 raw 2/', '2 raw 10/']);
  });

  it('go down to the current folder', () => {
    expect(shown('raw/may')).toEqual([
      '1 /',
      '2 empty/',
      '2 raw/',
      '3 raw/June/',
      '3 raw/may/',
      '2 raw 2/',
      '2 raw 10/',
    ]);
  });

  it('say whether a folder can be expanded, and their place among their siblings', () => {
    const [root, empty, raw] = treeRows(folders, withAncestors(new Map(), ''), '');
    expect(root).toMatchObject({ isExpanded: true, position: 1, count: 1 });
    expect(empty).toMatchObject({ isExpanded: undefined, position: 1, count: 4 });
    expect(raw).toMatchObject({ isExpanded: false, position: 2, count: 4 });
  });
});

describe('a folder with very many folders', () => {
  const many = foldersByParent(Array.from({ length: 10_000 }, (_, index) => `run ${index}/x`));

  it('shows the first of them and how many there are', () => {
    const rows = treeRows(many, withAncestors(new Map(), ''), '');
    expect(rows).toHaveLength(1 + SHOWN_AT_ONCE + 1);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', hidden: 9_900, position: 101, count: 101 });
  });

  it('always shows the current one', () => {
    const rows = treeRows(many, withAncestors(new Map(), 'run 7777'), 'run 7777');
    expect(rows.at(-2)).toMatchObject({ path: 'run 7777' });
    expect(rows.at(-1)).toMatchObject({ hidden: 9_899 });
  });
});
