import { expect, it } from 'vitest';
import type { RoomFile } from '../download/room-files.ts';
import { filesOf, listFolder, withFiles } from './list-folder.ts';
import { isFiltered, type ListView, plainView, readView, viewEntries, writeView } from './list-view.ts';

function row(path: string, more: Partial<RoomFile> = {}): RoomFile {
  return {
    did: `did:${path}`,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    version: 1,
    contentType: 'text/csv',
    accessLevel: 'PUBLIC',
    description: null,
    tags: [],
    categories: [],
    contentLength: '10',
    updatedAt: '2026-01-01T00:00:00.000Z',
    changeBy: '0xaa',
    publicVersions: [],
    ...more,
  };
}

const files = [
  row('readme.md', { contentType: 'text/markdown', contentLength: '500' }),
  row('results/run 10.csv', { tags: ['dose'], updatedAt: '2026-03-01T00:00:00.000Z' }),
  row('results/run 2.csv', { accessLevel: 'ADMIN', categories: ['Raw data'], contentLength: '26' }),
  row('results/deep/er.csv', { description: 'Dose response' }),
  row('resultsheet.csv'),
];

const keys = (folder: string, view: Partial<ListView> = {}) =>
  viewEntries(files, folder, { ...plainView, ...view }).map((entry) => entry.key);

it('derives folders from paths, and keeps folders with a common prefix apart', () => {
  expect(keys('')).toEqual(['results/', 'readme.md', 'resultsheet.csv']);
  expect(keys('results')).toEqual(['results/deep/', 'results/run 2.csv', 'results/run 10.csv']);
  expect(keys('nowhere')).toEqual([]);
});

it('adds up the size and count of the files in a folder', () => {
  expect(listFolder(files, '')[0]).toMatchObject({
    fileCount: 3,
    size: 30,
    updatedAt: '2026-03-01T00:00:00.000Z',
  });
});

it('sorts by size and date, folders first', () => {
  expect(keys('', { sort: 'size', descending: true })).toEqual(['results/', 'readme.md', 'resultsheet.csv']);
  expect(keys('results', { sort: 'updated', descending: true })[1]).toBe('results/run 10.csv');
});

it('searches the whole lab by word, level, tag, category and type', () => {
  expect(keys('results/deep', { search: 'dose' })).toEqual(['results/deep/er.csv', 'results/run 10.csv']);
  expect(keys('', { search: 'RESULTS run' })).toEqual(['results/run 2.csv', 'results/run 10.csv']);
  expect(keys('', { level: 'ADMIN' })).toEqual(['results/run 2.csv']);
  expect(keys('', { tag: 'dose' })).toEqual(['results/run 10.csv']);
  expect(keys('', { category: 'Raw data' })).toEqual(['results/run 2.csv']);
  expect(keys('', { kind: 'markdown' })).toEqual(['readme.md']);
});

it('shows what the service found behind the beginnings of descriptions, if the other filters let it through', () => {
  const shown = (view: Partial<ListView>) =>
    viewEntries(files, '', { ...plainView, ...view }, [], new Set(['readme.md', 'results/run 2.csv'])).map(
      ({ key }) => key,
    );
  expect(shown({ search: 'nowhere' })).toEqual(['readme.md', 'results/run 2.csv']);
  expect(shown({ search: 'nowhere', level: 'ADMIN' })).toEqual(['results/run 2.csv']);
});

it('adds files to a list by path, and takes the added one of two', () => {
  const added = [row('results/run 2.csv', { version: 2 }), row('b.csv')];
  const list = withFiles(files, added);
  expect(list.map(({ path }) => path)).toEqual([...files, row('b.csv')].map(({ path }) => path).sort());
  expect(list.find(({ path }) => path === 'results/run 2.csv')?.version).toBe(2);
});

it('replaces a selected folder by all files in it', () => {
  const chosen = filesOf(files, new Set(['results/', 'readme.md']));
  expect(chosen.map((file) => file.path)).toEqual([
    'readme.md',
    'results/run 10.csv',
    'results/run 2.csv',
    'results/deep/er.csv',
  ]);
});

it('round-trips through the URL and keeps other parameters', () => {
  const view: ListView = {
    search: 'dose & more',
    level: 'ADMIN',
    tag: 'a b',
    category: 'c',
    kind: 'table',
    sort: 'size',
    descending: true,
  };
  const written = writeView(new URLSearchParams('file=a%2Fb'), view);
  expect(readView(new URLSearchParams(written.toString()))).toEqual(view);
  expect(written.get('file')).toBe('a/b');
  expect(writeView(new URLSearchParams(), plainView).toString()).toBe('');
  expect(readView(new URLSearchParams('type=virus&sort=x'))).toEqual(plainView);
  expect(isFiltered({ ...plainView, search: '  ' })).toBe(false);
});
