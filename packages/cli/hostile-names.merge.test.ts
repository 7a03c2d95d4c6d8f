import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';
import { expectRenamesMoveNothing } from './sync/renamed-folder.fixture.ts';

let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  await owner.login(service.url);
});
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

async function tieToNewLab(): Promise<void> {
  await rm(owner.folder, { recursive: true });
  await mkdir(owner.folder);
  lab = await registeredLab(service, owner.account);
  expect(await owner.json('init', lab.shortname)).toMatchObject({ code: 0 });
}

interface Named {
  path: string;
  reason: string;
}
interface Run {
  code: number;
  uploaded: string[];
  downloaded: string[];
  skipped: Named[];
  failed: Named[];
}

const pathsIn = async () => {
  const { files } = await owner.json<{ files: { path: string }[] }>('ls');
  return files.map(({ path }) => path);
};

/** Names that some system, program or person stumbles over, and that are names of files. */
const odd = [
  ...[
    ' leading',
    'trailing ',
    'trailing.',
    'CON',
    'nul.txt',
    'a:b',
    'what?',
    'star*',
    'pipe|',
    '"quoted"',
    "'single'",
  ],
  ...[
    '$HOME',
    '`id`',
    '$(id)',
    ';rm',
    '&',
    '-rf',
    '--help',
    '#x',
    '%41',
    '%2e%2e',
    '~',
    '!',
    '[x]',
    '{x}',
    '<b>',
    '\u{1f9ea}',
  ],
  ...['\u00fc', '\u4e2d\u6587', '\u0639', '...', 'x'.repeat(255)],
];
/** Names that no data room can have. */
const impossible = ['back\\slash', 'new\nline', 'tab\t', 'bell\u0007'];
/** Names that the service refuses. They come first. */
const refused = Array.from({ length: 10 }, (_, index) => `0${index}\u200b.txt`);
const bytes = [Buffer.from([0x61, 0xff]), Buffer.from([0xfe, 0x62]), Buffer.from([0xc3])];

test('of forty hostile and ten refused names every file is in the lab or named, and the exit code says so', async () => {
  await tieToNewLab();
  for (const name of [...odd, ...impossible, ...refused]) await writeFile(join(owner.folder, name), name);
  for (const name of bytes) await writeFile(Buffer.concat([Buffer.from(`${owner.folder}/`), name]), 'x');
  for (const name of ['caf\u00e9', 'cafe\u0301']) await writeFile(join(owner.folder, name), name);
  await symlink('/etc/passwd', join(owner.folder, 'link'));
  const all = await readdir(owner.folder, { encoding: 'buffer' });
  expect(all.length - 1).toBeGreaterThanOrEqual(50);

  const dry = await owner.json<Run>('up', '--dry-run');
  const run = await owner.json<Run>('up', '--yes');
  expect(run).toMatchObject({ code: 6, failed: [] });
  expect(dry.skipped).toEqual(run.skipped);
  expect([...run.uploaded].sort()).toEqual([...odd].sort());
  expect(await pathsIn()).toEqual(expect.arrayContaining(odd));
  expect(run.uploaded.length + run.skipped.length).toBe(all.length - 1);
  const named = run.skipped.map(({ path }) => path);
  expect(named).toEqual(
    expect.arrayContaining([...impossible, ...refused, 'caf\u00e9', 'cafe\u0301', 'link']),
  );
  expect(named).toEqual(expect.arrayContaining([String.raw`a\xff`, String.raw`\xfeb`, String.raw`\xc3`]));

  // Nothing that was left out counts as deleted, or is forgotten.
  expect(await owner.json<Run>('sync', '--yes', '--delete')).toMatchObject({
    code: 6,
    uploaded: [],
    downloaded: [],
  });
  expect(await pathsIn()).toEqual(expect.arrayContaining(odd));
});

test('twelve paths that fail first stop no other one', async () => {
  await tieToNewLab();
  const first = Array.from({ length: 12 }, (_, index) => `n/${index}`);
  for (const path of [...first, 'z/kept.txt']) await owner.write(path, path);
  expect(await owner.json<Run>('up', '--yes')).toMatchObject({ code: 0 });
  await using other = await createMachine({ privateKey: owner.privateKey });
  await other.login(service.url);
  await other.json('init', lab.shortname);
  // A file in the place of their folder.
  await other.write('n', 'in the way');
  const run = await other.json<Run>('down', '--yes');
  expect(run).toMatchObject({ code: 1, downloaded: ['z/kept.txt'] });
  expect(run.failed.map(({ path }) => path).sort()).toEqual([...first].sort());
});

test('a plan names every file, with its bytes and readers, and changes nothing', async () => {
  await tieToNewLab();
  for (let number = 0; number < 25; number += 1)
    await owner.write(`data/${number}.csv`, `${number}`.padStart(3));
  await owner.write('.DS_Store', 'x');
  const plan = Array.from({ length: 25 }, (_, number) => ({
    action: 'upload',
    path: `data/${number}.csv`,
    bytes: 3,
    access: 'ADMIN',
  }));
  const dry = await owner.json('up', '--dry-run');
  expect(dry).toMatchObject({ code: 0, uploaded: [], ignored: [{ path: '.DS_Store' }] });
  expect(dry.plan).toHaveLength(25);
  expect(dry.plan).toEqual(expect.arrayContaining(plan));
  const { stdout } = await owner.run('up', '--dry-run');
  expect(stdout).toContain('Upload 25 files');
  expect(stdout).toContain('data/0.csv');
  expect(stdout).toContain('and 5 more');
  expect(stdout).not.toContain('Nothing to do');
  expect((await owner.run('up', '--dry-run', '--verbose')).stdout.match(/data\/\d+\.csv/g)).toHaveLength(25);
  expect(await pathsIn()).toEqual([]);
  expect(await owner.json('up', '--yes')).toMatchObject({ code: 0 });
  expect((await owner.run('up', '--dry-run')).stdout).toContain('Nothing to do.');
});

test('a renamed folder moves on the other side, from here and from the lab, and no bytes', {
  timeout: 900_000,
}, async () => {
  await expectRenamesMoveNothing(service, 20_000_000);
});
