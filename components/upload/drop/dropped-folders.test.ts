import { expect, test } from 'vitest';
import { foldersOfDrop } from './dropped-folders.ts';

const folders = (...paths: string[]) =>
  foldersOfDrop(paths.map((path) => ({ path }))).map(({ prefix, fileCount }) => `${prefix} ${fileCount}`);

test.each([
  [['a.txt', 'b.txt'], []],
  [['one/a.txt', 'one/b.txt'], []],
  [['one/deep/a.txt', 'one/deep/b.txt'], []],
  [
    ['one/a.txt', 'two/b.txt', 'two/in/c.txt'],
    ['one/ 1', 'two/ 2'],
  ],
  [
    ['all/one/a.txt', 'all/two/b.txt'],
    ['all/one/ 1', 'all/two/ 1'],
  ],
  [['all/readme.md', 'all/raw/a.csv'], ['all/raw/ 1']],
  [
    ['./one/a.txt', './two/b.txt'],
    ['./one/ 1', './two/ 1'],
  ],
  [
    ['/one/a.txt', '/two/b.txt'],
    ['/one/ 1', '/two/ 1'],
  ],
  [[], []],
])('%j: %j', (paths, expected) => {
  expect(folders(...paths)).toEqual(expected);
});
