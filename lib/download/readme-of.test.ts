import { expect, it } from 'vitest';
import { readmeOf } from './readme-of.ts';

const files = [
  'README.md',
  'a/readme.markdown',
  'a/b/README.md',
  'ab/notes.md',
  'c/README.txt',
  'c/my-readme.md',
];
const readme = (folder: string) =>
  readmeOf(
    files.map((path) => ({ path })),
    folder,
  )?.path;

it('finds the README of a folder, not of those below it', () => {
  expect(readme('')).toBe('README.md');
  expect(readme('a')).toBe('a/readme.markdown');
  expect(readme('a/b')).toBe('a/b/README.md');
});

it('takes only Markdown files of that name', () => {
  for (const folder of ['ab', 'c', 'none']) expect(readme(folder)).toBeUndefined();
});
