import { describe, expect, it } from 'vitest';
import { createLeavingOut, litterOf } from './litter.ts';

it.each([
  '.DS_Store',
  '._x',
  '__MACOSX',
  'Thumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN',
  '~$report.docx',
  '.~lock.a.odt#',
  'notes.txt.swp',
  'notes.txt~',
  '.git',
  '.svn',
  'node_modules',
  '__pycache__',
  'a.pyc',
  '.ipynb_checkpoints',
  '.Rhistory',
  '.Trash-1000',
  '.Spotlight-V100',
  '.labroom',
])('%s is litter', (name) => {
  expect(litterOf(name)).not.toBeNull();
});

it.each([
  '.env',
  '.gitignore',
  '.gitattributes',
  '.RData',
  'data.csv',
  'git',
  'thumbs.jpg',
  '.htaccess',
  'a~b.txt',
  'CVs',
  '.zenodo.json',
  '.labroomignore',
])('%s is no litter', (name) => {
  expect(litterOf(name)).toBeNull();
});

describe('what is left out', () => {
  const leftOut = createLeavingOut([
    { folder: '', name: '.labroomignore', text: '!keep.log\n' },
    { folder: '', name: '.gitignore', text: '*.log\nraw/\n/top.csv\n' },
    { folder: 'a/', name: '.gitignore', text: 'local.txt\n!b.log\n' },
  ]);
  it.each([
    ['x.log', true],
    ['keep.log', false],
    ['raw/1.csv', true],
    ['a/raw/1.csv', true],
    ['top.csv', true],
    ['a/top.csv', false],
    ['a/local.txt', true],
    ['local.txt', false],
    ['a/b.log', false],
    ['a/.git/config', true],
    ['data.csv', false],
  ])('%s: %s', (path, isLeftOut) => {
    expect(leftOut(path) !== null).toBe(isLeftOut);
  });

  it('says why', () => {
    expect(leftOut('.DS_Store')).toBe('was left there by macOS');
    expect(leftOut('x.log')).toBe('is named by an ignore file');
    expect(leftOut('raw', true)).toBe('is named by an ignore file');
  });
});
