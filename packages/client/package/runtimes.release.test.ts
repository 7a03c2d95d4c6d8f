import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ProjectWithPackage, projectWithPackage } from '@labroom/scripts/packages/packed-package.ts';
import { publishedPackages } from '@labroom/scripts/packages/published-packages.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Runtimes that the registry has. Node 24 runs this test. */
const node22 = `node-${process.platform}-${process.arch}`;
const runtimes = [`${node22}@22.23.3`, 'deno@2.9.6', 'bun@1.4.5', 'miniflare@4.20260426.0'];

const run = promisify(execFile);
let project: ProjectWithPackage;
let service: TestService;
let settings: string;
beforeAll(async () => {
  service = await startTestService();
  const privateKey = generatePrivateKey();
  const owner = privateKeyToAccount(privateKey);
  await fund(owner.address);
  const { oclId } = await registeredLab(service, owner);
  project = await projectWithPackage(publishedPackages.client, 'registry', runtimes);
  settings = JSON.stringify({ graphqlUrl: `${service.url}/graphql`, privateKey, oclId });
});
afterAll(async () => {
  await service.stop();
  await project[Symbol.asyncDispose]();
});

/** The first program of the README, with a path of its own. */
async function program(name: string): Promise<string> {
  const text = (await project.exampleIn('js')).replaceAll('notes/yield.md', `notes/${name}.md`);
  const file = join(project.folder, `${name}.js`);
  await writeFile(file, text);
  return file;
}

const bin = (path: string) => join(project.folder, 'node_modules', path);

test.each([
  ['node-24', process.execPath, []],
  ['node-22', () => bin(`${node22}/bin/node`), []],
  ['deno', () => bin('.bin/deno'), ['run', '--allow-all']],
  ['bun', () => bin('.bin/bun'), ['run']],
] as const)('the first program of the README runs on %s', async (name, executable, args) => {
  const command = typeof executable === 'string' ? executable : executable();
  const { stdout } = await run(command, [...args, await program(name), settings], { cwd: project.folder });
  expect(stdout).toBe('Yield 83 %\n');
});

test('the first program of the README runs in a worker', async () => {
  const { output } = (await build({
    configFile: false,
    root: project.folder,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        input: await workerOf(await program('worker')),
        preserveEntrySignatures: 'strict',
        // Miniflare takes one script. The client imports some of its modules only when they are asked for.
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const load = createRequire(join(project.folder, 'package.json'));
  const { Miniflare } = await import(pathToFileURL(load.resolve('miniflare')).href);
  const worker = new Miniflare({ modules: true, script: output[0].code, compatibilityDate: '2026-01-01' });
  try {
    const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body: settings });
    expect(await response.text()).toBe('Yield 83 %');
  } finally {
    await worker.dispose();
  }
});

/** The same program as a worker, which gets its settings in a request and answers with what it would print. */
async function workerOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const [imports, body] = [text.match(/^import .*$/gm) ?? [], text.replace(/^import .*$/gm, '')];
  const worker = join(project.folder, 'worker.js');
  await writeFile(
    worker,
    `${imports.join('\n')}
export default { async fetch(request) {
  ${body.replace("globalThis.process?.argv[2] ?? '{}'", 'await request.text()').replace(/console\.log\((.*)\);/, 'return new Response($1);')}
} };`,
  );
  return worker;
}
