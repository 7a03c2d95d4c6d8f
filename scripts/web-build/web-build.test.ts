import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describePages, judgePages } from './page-budgets.ts';
import { readEmptyPageScripts, readPageScripts } from './page-scripts.ts';
import { findInStaticFiles, secretNames } from './secret-names.ts';

let build: string;
beforeEach(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'labroom-build-'));
});
afterEach(() => rm(build, { recursive: true }));

async function write(file: string, content: string | Buffer): Promise<number> {
  const target = path.join(build, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  return gzipSync(content).length;
}

it('counts the gzipped scripts of a page above those of an empty page', async () => {
  const root = await write('static/chunks/root.js', randomBytes(5_000));
  const empty = await write('static/chunks/empty.js', randomBytes(1_000));
  const heavy = await write('static/chunks/heavy.js', randomBytes(30_000));
  await write('build-manifest.json', JSON.stringify({ rootMainFiles: ['static/chunks/root.js'] }));
  await write(
    'server/app/_global-error/page_client-reference-manifest.js',
    'globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/_global-error/page"] = {"entryJSFiles":{"x":["static/chunks/empty.js"]}};',
  );
  const chunks = (...names: string[]) => names.map((name) => `.next/static/chunks/${name}.js`);
  await write(
    'diagnostics/route-bundle-stats.json',
    JSON.stringify([
      { route: '/search', firstLoadChunkPaths: chunks('root', 'empty') },
      { route: '/heavy', firstLoadChunkPaths: chunks('root', 'empty', 'heavy') },
    ]),
  );

  expect(await readEmptyPageScripts(build)).toBe(root + empty);
  const pages = judgePages(await readPageScripts(build), root + empty);
  expect(pages).toEqual([
    { route: '/heavy', above: heavy, limit: 17_000, isOver: true },
    { route: '/search', above: 0, limit: 17_000, isOver: false },
  ]);
  expect(describePages(pages)).toMatch(/\/heavy +30\.\d kB of 17 {2}TOO MUCH\n.*\/search +0\.0 kB of 17$/);
});

it('finds the name of a secret in static files', async () => {
  const names = await secretNames(path.resolve(import.meta.dirname, '../..'));
  expect(names).toContain('RELAYER_PRIVATE_KEY');
  expect(names).not.toContain('WEB_URL');
  await write('static/chunks/a.js', 'fetch("/api/graphql")');
  expect(await findInStaticFiles(build, names)).toEqual([]);
  await write('static/chunks/b.js', 'headers({ authorization: process.env.SERVICE_CREDENTIAL })');
  expect(await findInStaticFiles(build, names)).toEqual([
    { file: path.join(build, 'static/chunks/b.js'), word: 'SERVICE_CREDENTIAL' },
  ]);
});
