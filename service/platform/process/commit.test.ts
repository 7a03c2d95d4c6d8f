import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf } from './commit.ts';

const root = join(import.meta.dirname, '../../..');
const commit = 'c0ffee'.repeat(6).padEnd(40, '0');

test('the commit of a checkout is that of its repository', () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root }).toString().trim();
  expect(commitOf(root)).toBe(head);
});

test('what the sources say goes before their repository, and without both the commit is unknown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'labroom-commit-'));
  expect(commitOf(folder.path)).toBe('unknown');
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
  await writeFile(join(folder.path, '.labroom-commit'), `${commit}\n`);
  expect(commitOf(folder.path)).toBe(commit);
});

test('a text that is no commit is not shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'labroom-commit-'));
  await writeFile(join(folder.path, '.labroom-commit'), '\n');
  expect(commitOf(folder.path)).toBe('unknown');
});
