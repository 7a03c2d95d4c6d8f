import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type ProjectWithPackage, projectWithPackage } from '@labroom/scripts/packages/packed-package.ts';
import { publishedPackages } from '@labroom/scripts/packages/published-packages.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fund, fundedWallet } from '@labroom/testing/test-wallets.ts';
import type { PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Of the core: read, sign in, upload, download, encrypt, decrypt. Without viem, which its user has. */
const mostCoreBytes = 27_000;

const run = promisify(execFile);
const privateKey = generatePrivateKey();
const owner: PrivateKeyAccount = privateKeyToAccount(privateKey);
let project: ProjectWithPackage;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  project = await projectWithPackage(publishedPackages.client, 'links');
  await fund(owner.address);
});
afterAll(async () => {
  await service.stop();
  await project[Symbol.asyncDispose]();
});

const PROGRAM = `
import { privateKeyToAccount } from 'viem/accounts';
import { openLab } from './open-lab.ts';
const [settings = '', key, reader] = process.argv.slice(2) as [string, \`0x\${string}\`, \`0x\${string}\`];
console.log(await openLab(JSON.parse(settings), privateKeyToAccount(key), reader));
`;

test('a program installs it, has types, mints and shares a lab, and uploads an encrypted file', async () => {
  const inFolder = { cwd: project.folder };
  await writeFile(join(project.folder, 'open-lab.ts'), await project.exampleIn('ts'));
  await writeFile(join(project.folder, 'program.ts'), PROGRAM);
  await project.checkTypes('open-lab.ts', 'program.ts');
  const access = { graphqlUrl: `${service.url}/graphql`, credential: service.credential };
  const settings = JSON.stringify({ ...access, rpcUrl: requireStack('rpcUrl') });
  const reader = await fundedWallet();
  const opened = await run(process.execPath, ['program.ts', settings, privateKey, reader.address], inFolder);
  const oclId = opened.stdout.trim();
  expect(oclId).toMatch(/^0x[0-9a-f]{64}$/);

  await writeFile(join(project.folder, 'note.js'), await project.exampleIn('js'));
  const given = JSON.stringify({ graphqlUrl: access.graphqlUrl, privateKey, oclId });
  const { stdout } = await run(process.execPath, ['note.js', given], inFolder);
  expect(stdout).toBe('Yield 83 %\n');
});

test('its core is small, and what pays or reads the chain is left out of it', async () => {
  const core = await bundle("export { createLabroomClient } from '@labroom/client';");
  expect(gzipSync(core.code).length).toBeLessThan(mostCoreBytes);
  const packages = new Set(
    core.moduleIds.flatMap(
      (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1] ?? [],
    ),
  );
  expect([...packages].sort()).toEqual(['@0no-co/graphql.web', '@labroom/client', '@urql/core', 'wonka']);
});

/** A program as a bundler ships it to browsers. */
async function bundle(program: string): Promise<Rolldown.OutputChunk> {
  const entry = join(project.folder, 'entry.js');
  await writeFile(entry, program);
  const { output } = (await build({
    configFile: false,
    root: project.folder,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', external: [/^viem/] },
    },
  })) as Rolldown.RolldownOutput;
  return output[0];
}
