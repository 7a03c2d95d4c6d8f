import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureWebBuild } from '@labroom/local/start/web-build.ts';
import { describePages, judgePages } from './web-build/page-budgets.ts';
import { readEmptyPageScripts, readPageScripts } from './web-build/page-scripts.ts';
import { findInStaticFiles, secretNames } from './web-build/secret-names.ts';

/**
 * Builds the web app if needed, and fails if a page loads more JavaScript than its budget, or a browser file contains the
 * name of a secret.
 */
const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, '.next');

const logs = await mkdtemp(path.join(tmpdir(), 'labroom-build-'));
await ensureWebBuild(path.join(logs, 'build.log'));
await rm(logs, { recursive: true });

const emptyPageBytes = await readEmptyPageScripts(build);
const pages = judgePages(await readPageScripts(build), emptyPageBytes);
console.log(
  `JavaScript of each page, gzipped, above an empty one (${(emptyPageBytes / 1000).toFixed(1)} kB):`,
);
console.log(describePages(pages));

const secrets = await findInStaticFiles(build, await secretNames(root));
for (const { file, word } of secrets) console.error(`${word} stands in ${path.relative(root, file)}`);
if (pages.some(({ isOver }) => isOver) || secrets.length > 0) process.exitCode = 1;
