import { expect, it } from 'vitest';
import { commonFolder, proposeAccess } from './proposed-access.ts';

const filesOf = (levels: Record<string, string>) =>
  Object.entries(levels).map(([path, accessLevel]) => ({ path, accessLevel }));

it.each([
  ['raw', { 'raw/a': 'PUBLIC', 'raw/b': 'PUBLIC', 'raw/c': 'ADMIN', d: 'ADMIN' }, 'PUBLIC', 'raw'],
  // Those in the folder itself count before those in its folders.
  ['', { 'README.md': 'PUBLIC', 'raw/a': 'ADMIN', 'raw/b': 'ADMIN' }, 'PUBLIC', ''],
  ['raw', { 'raw/may/a': 'HOLDERS', d: 'PUBLIC' }, 'HOLDERS', 'raw'],
  // A folder without files takes the access of the nearest one above.
  ['raw/june/new', { 'raw/may/a': 'PUBLIC', d: 'ADMIN' }, 'PUBLIC', 'raw'],
  ['new', { d: 'ADMIN' }, 'ADMIN', ''],
  // Names that begin alike.
  ['raw', { 'raw data/a': 'PUBLIC', d: 'ADMIN' }, 'ADMIN', ''],
  // Equally common: for fewer people.
  ['', { a: 'PUBLIC', b: 'ADMIN' }, 'ADMIN', ''],
  ['', { a: 'PUBLIC', b: 'HOLDERS' }, 'HOLDERS', ''],
  ['', { a: 'LATER', b: 'LATER', c: 'PUBLIC' }, 'PUBLIC', ''],
])('in the folder “%s” of %j: %s', (folder, levels, level, like) => {
  expect(proposeAccess(filesOf(levels))(folder)).toMatchObject({ level, folder: like });
});

it('names a file with that access', () => {
  const propose = proposeAccess(filesOf({ 'raw/a': 'PUBLIC', 'raw/b': 'HOLDERS', 'raw/c': 'HOLDERS' }));
  expect(propose('raw')?.example).toBe('raw/b');
});

it('proposes nothing in a lab without files', () => {
  expect(proposeAccess([])('raw')).toBeNull();
});

it.each([
  [['raw/a', 'raw/b'], 'raw'],
  [['raw/may/a', 'raw/june/b'], 'raw'],
  [['raw/may/a', 'raw/b'], 'raw'],
  [['raw/may/a'], 'raw/may'],
  [['raw/a', 'b'], ''],
  [['a', 'b'], ''],
  [['raw/a', 'raw data/a'], ''],
  [[], ''],
])('%j are in the folder “%s”', (paths, folder) => {
  expect(commonFolder(paths)).toBe(folder);
});
