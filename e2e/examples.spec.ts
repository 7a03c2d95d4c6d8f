import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { developerPages } from '@labroom/protocol/developer-pages';
import { projectWithPackage } from '@labroom/scripts/packages/packed-package.ts';
import { publishedPackages } from '@labroom/scripts/packages/published-packages.ts';
import { type APIRequestContext, expect } from '@playwright/test';
import { type GuideCode, splitCode } from '#lib/developers/guide.ts';
import { test } from './test.ts';

const run = promisify(execFile);

/** Runs a file of each language. The examples with curl start hundreds of programs, so only a release runs them. */
const languages = [
  { tab: 'TypeScript', program: process.execPath, needs: 'node --version', tag: [] },
  { tab: 'curl', program: 'bash', needs: 'jq --version', tag: '@release' },
  { tab: 'Python', program: 'python3', needs: "python3 -c 'import cryptography, Crypto'", tag: [] },
];

/** The packages are there already. */
const installsNothing = 'npm() { true; }; python3() { [ "$2" = pip ] || command python3 "$@"; }';

/** The first word that an example prints, or a part of it; the others end without an error. */
const printed: Readonly<Record<string, RegExp>> = { upload: /version\W+1/ };

/** Code of a page in a language, or that all languages share. */
async function codesOf(request: APIRequestContext, page: string, tab: string): Promise<GuideCode[]> {
  const text = await (await request.get(`/developers/${page}.md`)).text();
  return splitCode(text).flatMap((part) => {
    if (part.kind === 'text') return [];
    const [only, another] = part.codes;
    return part.codes.filter((code) => code.tab === tab || (code === only && !another && !code.file));
  });
}

/** Follows the page Start word for word. Returns what the commands printed. */
async function start(
  request: APIRequestContext,
  tab: string,
  folder: string,
  beginning = '',
): Promise<string> {
  const codes = await codesOf(request, 'start', tab);
  const commands = codes.filter(({ file }) => !file).map(({ code }) => code);
  const script = [beginning, ...commands].join('\n');
  const { stdout } = await run('bash', ['-e', '-c', script], { cwd: folder });
  for (const { file, code } of codes)
    if (file) expect(await readFile(path.join(folder, 'labroom-start', file), 'utf8'), file).toBe(code);
  return stdout;
}

for (const { tab, program, needs, tag } of languages) {
  test(`every example of the pages runs in ${tab}, in the order of the pages`, { tag }, async ({
    request,
  }) => {
    const installed = await run('bash', ['-c', needs]).catch(() => null);
    test.skip(!installed, `This fails: ${needs}`);
    await using project = await projectWithPackage(publishedPackages.client, 'links');
    const { folder } = project;
    // The release test installs them as the page does.
    expect(await start(request, tab, folder, installsNothing)).toContain('Yield 83 %');

    const inFolder = { cwd: path.join(folder, 'labroom-start') };
    const settings = (await codesOf(request, 'start', tab)).find(({ code }) =>
      code.includes('export LABROOM_URL'),
    );
    for (const { name } of developerPages.filter((page) => page.name !== 'start')) {
      for (const { file, code } of await codesOf(request, name, tab)) {
        if (!file) continue;
        await test.step(file, async () => {
          await writeFile(path.join(inFolder.cwd, file), code);
          const script = `${settings?.code}\n. ./lab.env\n'${program}' ${file}`;
          const { stdout } = await run('bash', ['-e', '-c', script], inFolder);
          expect(stdout, file).toMatch(printed[name] ?? /\S/);
        });
      }
    }
  });

  test(`an empty folder has its first decrypted file after the commands of the page, in ${tab}`, {
    tag: '@release',
  }, async ({ request }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'labroom-start-'));
    try {
      const before = performance.now();
      expect(await start(request, tab, folder)).toContain('Yield 83 %');
      const minutes = ((performance.now() - before) / 60_000).toFixed(1);
      test.info().annotations.push({ type: 'minutes', description: minutes });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
