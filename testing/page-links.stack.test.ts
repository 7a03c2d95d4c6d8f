import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isWebPath } from './web-paths.ts';

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /^(?:app|components|lib|web)\/.*\.tsx?$/.test(file))
  .filter((file) => !/\.(?:test|generated)\./.test(file));

/** Paths of this site that a source links or leads to; what it computes stands as `x`. */
function linksOf(source: string): string[] {
  const found = source.matchAll(
    /(?:href[=:]\s*\{?|(?:push|replace|redirect|permanentRedirect)\()\s*(?:"(\/[^"]*)"|'(\/[^']*)'|`(\/[^`]*)`)/g,
  );
  // A template within a template is no address.
  return [...found]
    .flatMap(([, ...texts]) => texts.filter(Boolean))
    .filter((link) => !/\$\{[^}]*$/.test(link));
}

const pathOf = (link: string) => link.replace(/\$\{[^}]*\}/g, 'x').split(/[?#]/)[0] ?? '';

test('every link that a page has leads to a page or document of the web app', () => {
  const links = files.flatMap((file) =>
    linksOf(readFileSync(path.join(root, file), 'utf8')).map((link) => ({ file, link, path: pathOf(link) })),
  );
  expect(links.length).toBeGreaterThan(30);
  // What it computes at its end may be a query.
  const broken = links.filter(({ path }) => !isWebPath(path) && !isWebPath(path.replace(/x+$/, '')));
  expect(broken).toEqual([]);
});

test('what is no page is known as none', () => {
  for (const one of ['/lab', '/labs/a/b', '/developers/none', '/developers/none.md', '/verify/x', '/Labs'])
    expect([one, isWebPath(one)]).toEqual([one, false]);
  for (const one of [
    '/',
    '/labs',
    '/labs/a/files/b/c.csv',
    '/developers/pay.md',
    '/developers/pay',
    '/llms.txt',
    '/developers.md',
  ])
    expect([one, isWebPath(one)]).toEqual([one, true]);
});
