import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepBuild, restoreBuild } from './web-build-cache.ts';

let directory: string;
const inside = (...names: string[]) => path.join(directory, ...names);
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'labroom-web-builds-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function makeBuild(name: string, page: string): Promise<string> {
  await mkdir(inside(name, 'server'), { recursive: true });
  await mkdir(inside(name, 'cache'));
  await writeFile(inside(name, 'server/page.js'), page);
  await writeFile(inside(name, 'cache/own'), name);
  return inside(name);
}

it('gives another clone the build of the same sources, and leaves each its own cache', async () => {
  const one = await makeBuild('one', 'new');
  await symlink('../node_modules/pino', path.join(one, 'pino'));
  const other = await makeBuild('other', 'old');
  await writeFile(path.join(other, 'stale.js'), '');

  await keepBuild(inside('builds'), 'hash', one);
  await rm(one, { recursive: true });

  expect(await restoreBuild(inside('builds'), 'hash', other)).toBe(true);
  expect((await readdir(other)).sort()).toEqual(['cache', 'pino', 'server']);
  expect(await readFile(path.join(other, 'server/page.js'), 'utf8')).toBe('new');
  expect(await readFile(path.join(other, 'cache/own'), 'utf8')).toBe('other');
  expect(await readlink(path.join(other, 'pino'))).toBe('../node_modules/pino');
});

it('has no build of other sources, and leaves what is there', async () => {
  const clone = await makeBuild('clone', 'old');
  await keepBuild(inside('builds'), 'hash', clone);
  expect(await restoreBuild(inside('builds'), 'other', clone)).toBe(false);
  expect(await readFile(path.join(clone, 'server/page.js'), 'utf8')).toBe('old');
});

it('keeps the four builds that were used last', async () => {
  const clone = await makeBuild('clone', 'page');
  for (const [second, hash] of ['a', 'b', 'c', 'd'].entries()) {
    await keepBuild(inside('builds'), hash, clone);
    await utimes(inside('builds', hash), second, second);
  }
  await restoreBuild(inside('builds'), 'a', clone);
  await keepBuild(inside('builds'), 'e', clone);
  expect((await readdir(inside('builds'))).sort()).toEqual(['a', 'c', 'd', 'e']);
});

it('keeps nothing, and fails nothing, where the folder cannot be written', async () => {
  const clone = await makeBuild('clone', 'page');
  await writeFile(inside('builds'), 'a file');
  await keepBuild(inside('builds'), 'hash', clone);
  expect(await restoreBuild(inside('builds'), 'hash', clone)).toBe(false);
});
