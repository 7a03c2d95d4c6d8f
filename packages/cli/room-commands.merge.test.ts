import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';
import packageJson from './package.json' with { type: 'json' };

let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
/** Nobody is signed in at it. */
let visitor: Machine;
const open = () => ['--service', service.url, '--lab', lab.shortname];
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  await owner.login(service.url);
  expect(await owner.json('init', lab.shortname)).toMatchObject({ code: 0 });
  await owner.write('notes/a b.md', 'Yield 83 %');
  await owner.write('open/readme.md', 'Public');
  expect(await owner.json('up', 'open', '--access', 'public', '--yes')).toMatchObject({ code: 0 });
  expect(await owner.json('up', '--yes')).toMatchObject({ code: 0 });
  visitor = await createMachine();
});
afterAll(async () => {
  await visitor[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

test('get and cat give one file, decrypted and verified, and replace none', async () => {
  expect(await owner.run('cat', 'notes/a b.md')).toMatchObject({ code: 0, stdout: 'Yield 83 %' });
  expect(await owner.json('cat', 'notes/a b.md')).toMatchObject({ encoding: 'utf8', content: 'Yield 83 %' });
  const file = join(owner.home, 'copy.md');
  expect(await owner.json('get', 'notes/a b.md', '--output', file)).toMatchObject({
    code: 0,
    file,
    version: 1,
  });
  expect(await readFile(file, 'utf8')).toBe('Yield 83 %');
  expect(await owner.json('get', 'notes/a b.md', '--output', file)).toMatchObject({ code: 1 });
  expect(await owner.json('get', 'notes/none.md', '--output', `${file}2`)).toMatchObject({ code: 1 });
  expect(await owner.json('cat', 'notes/a b.md', '--version', '7')).toMatchObject({ code: 1 });
});

test('mv renames in the lab, and the next sync here', async () => {
  expect(await owner.json('mv', 'notes', 'protocols')).toMatchObject({ code: 0, files: 1 });
  expect(await owner.json('sync', '--yes')).toMatchObject({
    ...{ code: 0, uploaded: [], downloaded: [] },
    movedHere: [{ from: 'notes/a b.md', path: 'protocols/a b.md' }],
  });
});

test('rm asks, and restore brings back', async () => {
  expect(await owner.json('rm', 'protocols')).toMatchObject({ code: 2 });
  expect(await owner.json('rm', 'protocols', '--yes')).toMatchObject({ code: 0, files: 1 });
  expect(await owner.json('restore')).toMatchObject({ code: 0, trash: [{ path: 'protocols/' }] });
  expect(await owner.json('restore', 'nothing')).toMatchObject({ code: 1 });
  expect(await owner.json('restore', 'protocols')).toMatchObject({ code: 0, files: 1 });
  expect(await owner.json('cat', 'protocols/a b.md')).toMatchObject({ code: 0, content: 'Yield 83 %' });
});

test('status says who is signed in, and what a sync would do', async () => {
  await owner.write('new.txt', 'new');
  expect(await owner.json('status')).toMatchObject({
    ...{ code: 0, wallet: owner.account.address, lab: lab.oclId },
    plan: [{ action: 'upload', path: 'new.txt', bytes: 3, access: 'ADMIN' }],
  });
  expect(await visitor.json('status')).toMatchObject({ code: 3 });
});

test('search finds public files', async () => {
  await expect
    .poll(() => owner.json('search', 'readme', '--lab', lab.shortname))
    .toMatchObject({ code: 0, hits: [{ kind: 'file', path: 'open/readme.md', access: 'PUBLIC' }] });
  expect(await owner.json('search')).toMatchObject({ code: 2 });
});

test('a public lab is read without a session, and what is encrypted stays closed', async () => {
  const { files } = await visitor.json<{ files: object[] }>('ls', ...open());
  expect(files).toContainEqual(expect.objectContaining({ path: 'open/readme.md', isReadable: true }));
  expect(files).toContainEqual(expect.objectContaining({ path: 'protocols/a b.md', isReadable: false }));
  expect(await visitor.run('cat', 'open/readme.md', ...open())).toMatchObject({ code: 0, stdout: 'Public' });
  expect(await visitor.json('get', 'open/readme.md', ...open())).toMatchObject({ code: 0 });
  expect(await visitor.read('readme.md')).toBe('Public');
  expect(await visitor.json('cat', 'protocols/a b.md', ...open())).toMatchObject({ code: 1 });
  expect(await visitor.json('get', 'protocols/a b.md', ...open())).toMatchObject({ code: 1 });
  await expect(stat(join(visitor.folder, 'a b.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await visitor.json('ls', '--service', service.url, '--lab', 'no-such-lab')).toMatchObject({
    code: 1,
  });
});

test('--version is that of the package', async () => {
  expect(await visitor.run('--version')).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` });
});

test.runIf(process.platform === 'linux')(
  'a result that cannot be written is a failure, in one line',
  async () => {
    const command = [process.execPath, join(import.meta.dirname, 'main.ts'), '--help'];
    const running = promisify(execFile)('sh', ['-c', '"$@" > /dev/full', 'sh', ...command]);
    await expect(running).rejects.toMatchObject({
      code: 1,
      stderr: 'labroom: The result cannot be written (ENOSPC).\n',
    });
  },
);
