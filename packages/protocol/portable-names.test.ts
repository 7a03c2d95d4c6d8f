import { expect, it } from 'vitest';
import { describeUnportable, unportablePaths } from './portable-names.ts';

const found = (paths: readonly string[], present?: readonly string[]) =>
  unportablePaths(paths, present).map(({ path }) => path);

it('finds names that Windows refuses, and names that differ only in case', () => {
  const fine = ['a/b.csv', 'console.log', 'x.y/z'];
  const not = ['CON', 'a/nul.txt', 'st*r?.txt', 'dot.', 'Case.txt', 'case.txt'];
  expect(found([...fine, ...not])).toEqual(not);
  expect(describeUnportable(fine)).toBeNull();
  expect(describeUnportable(not)).toContain('CON, a/nul.txt, st*r?.txt and 3 more');
});

it('finds folders that differ only in case', () => {
  expect(found(['Data/a.csv', 'data/b.csv', 'other/c.csv'])).toEqual(['Data/a.csv', 'data/b.csv']);
});

it('finds names that differ only in case from what is there already, and names both', () => {
  const present = ['plates/a.csv', 'Notes.md'];
  expect(found(['plates/A.csv', 'plates/b.csv'], present)).toEqual(['plates/A.csv']);
  expect(describeUnportable(['plates/A.csv'], present)).toContain('plates/A.csv (beside plates/a.csv).');
  expect(describeUnportable(['Plates/x.csv'], present)).toContain('Plates/x.csv (beside plates).');
});

it('hints at no name that was accepted before', () => {
  const present = ['a.csv', 'A.csv', 'CON'];
  expect(describeUnportable(['A.csv', 'CON'], present)).toBeNull();
  expect(found(['a.CSV', 'A.csv'], present)).toEqual(['a.CSV']);
});
