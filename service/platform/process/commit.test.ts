import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf } from './commit.ts';

const root = join(import.meta.dirname, '../../..');
const commit = 'c0ffee'.repeat(6).padEnd(40, '0');

test('the commit of a checkout is that of its repository', () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root }).toString().trim();
  expect(commitOf(join(root, 'service'), root)).toBe(head);
});

test('what a build wrote goes before the repository, and without both the commit is unknown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'labroom-commit-'));
  const service = join(folder.path, 'service');
  await mkdir(service);
  expect(commitOf(service, folder.path)).toBe('unknown');
  await writeFile(join(service, 'COMMIT'), `${commit}\n`);
  expect([commitOf(service, folder.path), commitOf(service, root)]).toEqual([commit, commit]);
});

test('a text that is no commit is not shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'labroom-commit-'));
  await writeFile(join(folder.path, 'COMMIT'), '\n');
  expect(commitOf(folder.path, root)).toBe('unknown');
});
