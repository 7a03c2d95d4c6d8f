import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';

let service: TestService;
let owner: Machine;
/** Another machine with the same wallet. */
let second: Machine;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  second = await createMachine({ privateKey: owner.privateKey });
  for (const machine of [owner, second]) await machine.login(service.url);
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

beforeEach(async () => {
  const { shortname } = await registeredLab(service, owner.account);
  for (const machine of [owner, second]) {
    await rm(machine.folder, { recursive: true });
    await mkdir(machine.folder);
    expect(await machine.json('init', shortname)).toMatchObject({ code: 0 });
  }
});

const makeFolder = (machine: Machine, path: string) => mkdir(join(machine.folder, path), { recursive: true });
const namesIn = async (machine: Machine) =>
  (await readdir(machine.folder, { recursive: true })).filter((path) => !path.startsWith('.labroom')).sort();
const nothing = { code: 0, plan: [], uploaded: [], downloaded: [], skipped: [], failed: [], kept: [] };

test('a lab without files is equal to an empty folder', async () => {
  expect(await owner.json('sync', '--yes')).toMatchObject({ ...nothing, foldersInLab: [], foldersHere: [] });
  expect(await owner.run('sync', '--yes')).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
  expect(await owner.json('ls')).toMatchObject({ code: 0, files: [] });
  expect((await owner.run('ls')).stdout).toContain('has no files here.');
  expect(await owner.run('down', '--yes')).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
  expect(await owner.json('status')).toMatchObject({ ...nothing });
});

test('folders without files are made on the other side, and stay', async () => {
  await makeFolder(owner, 'raw/2026/plates');
  await makeFolder(owner, 'litter');
  await writeFile(join(owner.folder, 'litter/.DS_Store'), 'x');
  await owner.write('notes/a.md', 'a');
  const plan = expect.arrayContaining([
    { action: 'createFolderInLab', path: 'raw/2026/plates/', bytes: 0, access: null },
  ]);
  expect(await owner.json('sync', '--dry-run')).toMatchObject({ code: 0, plan, foldersInLab: [] });
  expect((await owner.run('sync', '--dry-run')).stdout).toContain('Create 2 folders in the lab.');
  expect(await owner.json('sync', '--yes')).toMatchObject({
    ...{ code: 0, uploaded: ['notes/a.md'], foldersInLab: ['litter/', 'raw/2026/plates/'] },
  });
  expect(await owner.json('sync', '--yes')).toMatchObject(nothing);

  expect(await second.json('sync', '--yes')).toMatchObject({
    ...{ code: 0, downloaded: ['notes/a.md'], foldersHere: ['litter/', 'raw/2026/plates/'] },
  });
  const tree = ['litter', 'notes', 'notes/a.md', 'raw', 'raw/2026', 'raw/2026/plates'];
  expect(await namesIn(second)).toEqual(tree);
  expect(await second.json('sync', '--yes')).toMatchObject(nothing);

  // A folder that was empty gets a file.
  await second.write('raw/2026/plates/1.csv', '1');
  expect(await second.json('sync', '--yes')).toMatchObject({ code: 0, uploaded: ['raw/2026/plates/1.csv'] });
  expect(await owner.json('sync', '--yes')).toMatchObject({ code: 0, downloaded: ['raw/2026/plates/1.csv'] });
});

test('a folder that is gone from one side stays on the other, and goes with --delete', async () => {
  for (const path of ['kept', 'gone/inner']) await makeFolder(owner, path);
  for (const machine of [owner, second])
    expect(await machine.json('sync', '--yes')).toMatchObject({ code: 0, failed: [] });
  for (const path of ['gone/inner', 'gone']) await rmdir(join(owner.folder, path));
  expect(await owner.json('sync', '--yes')).toMatchObject({
    ...{ code: 0, kept: [{ path: 'gone/inner/', reason: 'deleted here' }], foldersHere: [] },
  });
  expect(await owner.json('sync', '--yes', '--delete')).toMatchObject({ code: 0, trashed: ['gone/inner/'] });
  expect(await second.json('sync', '--yes')).toMatchObject({
    ...{ code: 0, kept: [{ path: 'gone/inner/', reason: 'deleted in the lab' }], foldersInLab: [] },
  });
  expect(await second.json('sync', '--yes', '--delete')).toMatchObject({ code: 0, removed: ['gone/inner/'] });
  expect(await namesIn(second)).toEqual(['kept']);
  for (const machine of [owner, second]) expect(await machine.json('sync', '--yes')).toMatchObject(nothing);
});

test('a folder whose last file was deleted is gone with it, and does not come back empty', async () => {
  await owner.write('old/a.md', 'a');
  for (const machine of [owner, second])
    expect(await machine.json('sync', '--yes')).toMatchObject({ code: 0 });
  await rm(join(owner.folder, 'old'), { recursive: true });
  expect(await owner.json('sync', '--yes', '--delete')).toMatchObject({ code: 0, trashed: ['old/a.md'] });
  expect(await second.json('sync', '--yes', '--delete')).toMatchObject({ code: 0, removed: ['old/a.md'] });
  expect(await namesIn(second)).toEqual([]);
  for (const machine of [owner, second]) expect(await machine.json('sync', '--yes')).toMatchObject(nothing);
});

test('what --exclude names is left alone on both sides, and listed', async () => {
  for (const path of ['keep.csv', 'raw/1.tiff', 'raw/notes.md', 'tmp/x', 'a.log'])
    await owner.write(path, path);
  const without = ['--exclude', '*.tiff', '--exclude', 'tmp/', '--exclude', '/a.log'];
  const ignored = expect.arrayContaining(
    ['a.log', 'raw/1.tiff', 'tmp/'].map((path) => ({ path, reason: 'is named by --exclude' })),
  );
  expect(await owner.json('up', '--yes', ...without)).toMatchObject({
    ...{ code: 0, uploaded: ['keep.csv', 'raw/notes.md'], ignored, skipped: [] },
  });
  expect(await owner.json('up', '--yes')).toMatchObject({ uploaded: ['a.log', 'raw/1.tiff', 'tmp/x'] });
  expect(await second.json('down', '--yes', ...without)).toMatchObject({
    ...{ code: 0, downloaded: ['keep.csv', 'raw/notes.md'] },
  });
  // Neither what is gone here nor what changed is carried over.
  await rm(join(owner.folder, 'tmp'), { recursive: true });
  await owner.write('a.log', 'changed');
  expect(await owner.json('sync', '--yes', '--delete', ...without)).toMatchObject({
    ...nothing,
    trashed: [],
  });
  expect(await owner.json('sync', '--dry-run', '--delete')).toMatchObject({
    plan: [
      { action: 'newVersion', path: 'a.log' },
      { action: 'trash', path: 'tmp/x' },
    ],
  });
});
