import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/the-whole.md'), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const subjects = page.slice(page.indexOf('## Subjects'), page.indexOf('## Three walks'));

test('docs/the-whole.md is read in minutes', () => {
  const words = page.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(1_500);
});

test('each file is named by an end of its path that no other file has', () => {
  const named = [...page.matchAll(/`([\w/.-]+\.(?:ts|tsx|sol|graphql|md))`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(100);
  // `NAME` stands for a name.
  const misnamed = [...new Set(named.filter((name) => !/\b[A-Z]{4,}\b/.test(name)))]
    .map((name) => [name, files.filter((file) => `/${file}`.endsWith(`/${name}`))] as const)
    .filter(([, found]) => found.length !== 1);
  expect(misnamed).toEqual([]);
});

test('every table of the database, every subject and every page is in the table of subjects', () => {
  const words = new Set(subjects.split(/[^\w/[\]…-]+/));
  const tables = globSync('service/platform/db/tables/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(tables.length).toBeGreaterThan(80);
  expect(tables.filter((name) => !words.has(name))).toEqual([]);

  const folders = globSync('service/operations/*/', { cwd: root }).map((folder) => path.basename(folder));
  expect(folders.length).toBeGreaterThan(25);
  expect(folders.filter((name) => !words.has(name))).toEqual([]);

  const pages = globSync('app/**/page.tsx', { cwd: root })
    .map((file) => path.dirname(path.relative('app', file)).replace(/\/?\[\[?\.\.\.\w+\]?\]$/, ''))
    .map((route) => (route === '.' ? '/' : `/${route}`.replace(/^\/labs\/\[lab\]\//, '…/')))
    .filter(
      (route) =>
        !/^\/(?:design|developers|how-it-works)|\/(?:encryption|\[announcement\]|\[number\])$/.test(route),
    );
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((route) => !words.has(route))).toEqual([]);
});
