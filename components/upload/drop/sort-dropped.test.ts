import { expect, it } from 'vitest';
import { sortDropped } from './sort-dropped.ts';

const dropped = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => ({
    path,
    file: new File([text], path.split('/').at(-1) ?? ''),
  }));

it('leaves out litter and what ignore files name, and says why', async () => {
  const { kept, leftOut } = await sortDropped(
    dropped({
      './run/.gitignore': '*.log\n',
      './run/data.csv': 'a',
      './run/out.log': 'x',
      './run/.git/config': 'x',
      './run/._data.csv': 'x',
      './other.log': 'x',
      './.env': 'x',
    }),
  );
  expect(kept.map(({ path }) => path)).toEqual([
    './run/.gitignore',
    './run/data.csv',
    './other.log',
    './.env',
  ]);
  expect(leftOut).toEqual([
    { path: './run/out.log', reason: 'is named by an ignore file' },
    { path: './run/.git/config', reason: 'was left there by a program for versions' },
    { path: './run/._data.csv', reason: 'was left there by macOS' },
  ]);
});
