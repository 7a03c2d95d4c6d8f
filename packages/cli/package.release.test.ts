import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildTarballs } from '@labroom/scripts/packages/build-tarballs.ts';
import { type ProjectWithPackage, projectWithPackage } from '@labroom/scripts/packages/packed-package.ts';
import { publishedPackages } from '@labroom/scripts/packages/published-packages.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';

const node22 = `node-${process.platform}-${process.arch}`;

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let packages: string;
let project: ProjectWithPackage;
let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
beforeAll(async () => {
  packages = await mkdtemp(join(tmpdir(), 'labroom-packages-'));
  await buildTarballs(packages);
  service = await startTestService({ variables: { PACKAGES_DIR: packages } });
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  project = await projectWithPackage(publishedPackages.cli, 'registry', [`${node22}@22.23.3`]);
});
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
  await project[Symbol.asyncDispose]();
  await rm(packages, { recursive: true });
});

test.each(['packages/cli/README.md', 'docs/developers/agents.md'])(
  'the commands of %s take it from the service, run it and put it on the path',
  async (document) => {
    const text = await readFile(join(root, document), 'utf8');
    const commands = (text.match(/^(?:npx|npm install) .*labroom-[\d.]+\.tgz.*$/gm) ?? []).map((command) =>
      command.replace(/https?:\/\/[^/]+/, service.url),
    );
    expect(commands).not.toEqual([]);
    const prefix = await mkdtemp(join(tmpdir(), 'labroom-installed-'));
    try {
      const env = {
        ...process.env,
        npm_config_prefix: prefix,
        npm_config_cache: join(prefix, 'cache'),
        PATH: `${join(prefix, 'bin')}:${process.env.PATH}`,
      };
      await run('sh', ['-ec', commands.join('\n')], { cwd: prefix, env });
      const { stdout } = await run('labroom', ['--help'], { cwd: prefix, env });
      expect(stdout).toContain('labroom <command>');
    } finally {
      await rm(prefix, { recursive: true });
    }
  },
);

test('npx runs it where it is installed', async () => {
  const { stdout } = await run('npx', ['--no-install', 'labroom', '--help'], { cwd: project.folder });
  expect(stdout).toContain('labroom <command>');
});

test.each([
  ['Node 24', () => process.execPath],
  ['Node 22', () => join(project.folder, 'node_modules', node22, 'bin/node')],
])('the installed package signs in, uploads and downloads on %s', async (name, node) => {
  const command = [node(), join(project.folder, 'node_modules/labroom/dist/packages/cli/main.js')];
  const { privateKey } = owner;
  await using first = await createMachine({ privateKey, command });
  await using second = await createMachine({ privateKey, command });
  for (const machine of [first, second]) {
    await machine.login(service.url);
    expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
  }
  await first.write(`${name}/a.txt`, 'A');
  expect(await first.json('up', '--yes')).toMatchObject({ code: 0, uploaded: [`${name}/a.txt`] });
  expect(await second.json('down', name, '--yes')).toMatchObject({ code: 0 });
  await second.json('down', '--yes');
  expect(await second.read(`${name}/a.txt`)).toBe('A');
  for (const command of ['verify', 'who', 'cite'])
    expect(await second.json(command, `${name}/a.txt`)).toMatchObject({ code: 0 });
});
