import { readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine, password, treeOf } from './cli.fixture.ts';

let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
/** Another machine of the same wallet, with a folder of the same lab. */
let other: Machine;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  other = await createMachine({ privateKey: owner.privateKey });
  for (const machine of [owner, other]) {
    await machine.login(service.url);
    expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0, oclId: lab.oclId });
  }
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

const sync = (machine: Machine, ...options: string[]) => machine.json('sync', '--yes', ...options);

describe('a session', () => {
  test('is kept where only its user can read it, without key or password', async () => {
    const file = join(owner.home, '.config/labroom/sessions.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file, 'utf8');
    expect(kept).toContain('labroom_local_');
    expect(kept).not.toContain(password);
    expect(kept).not.toContain(owner.privateKey.slice(2));
  });

  test('is ended by logout at the service, too', async () => {
    await using machine = await createMachine({ privateKey: owner.privateKey });
    await machine.login(service.url);
    const file = join(machine.home, '.config/labroom/sessions.json');
    const kept = await readFile(file, 'utf8');
    expect(await machine.json('logout')).toMatchObject({ code: 0, revoked: true });
    expect(await machine.json('ls')).toMatchObject({ code: 3 });
    const { credential, serviceToken } = Object.values(JSON.parse(kept).sessions)[0] as Record<
      string,
      string
    >;
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: credential ?? '',
        'x-service-token': serviceToken ?? '',
      },
      body: '{"query":"{ __typename }"}',
    });
    expect(answer.status).toBe(401);
  });

  test('does not begin with a wrong password, and the password is in no output', async () => {
    const key = ['--keystore', join(owner.home, 'key.json')];
    await using machine = await createMachine({ env: { KEYSTORE_PASSWORD: 'not the one' } });
    const { code, stdout, stderr } = await machine.run('login', '--service', service.url, ...key);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('does not open') });
    expect(stdout + stderr).not.toContain('not the one');
  });
});

describe('a folder', () => {
  test('goes up encrypted, and comes down byte for byte', async () => {
    await owner.write('notes/yield.md', 'Yield 83 %');
    expect(await owner.json('up', '--yes')).toMatchObject({ code: 0, uploaded: ['notes/yield.md'] });
    const listed = await owner.json('ls');
    expect(listed.files).toMatchObject([{ path: 'notes/yield.md', accessLevel: 'ADMIN', version: 1 }]);
    expect(await other.json('down', '--yes')).toMatchObject({ code: 0, downloaded: ['notes/yield.md'] });
    expect(await treeOf(other.folder)).toEqual(await treeOf(owner.folder));
  });

  test('shows what it would do before it does it, and does nothing without an answer', async () => {
    await owner.write('draft.txt', 'draft');
    const { code, stderr } = await owner.run('sync');
    expect(code).toBe(2);
    expect(stderr).toContain('Upload 1 file');
    expect(await owner.json('sync', '--dry-run')).toMatchObject({ code: 0, uploaded: [] });
    expect(await sync(owner)).toMatchObject({ code: 0, uploaded: ['draft.txt'] });
  });

  test('takes over changes both ways, and keeps the readers of a file', async () => {
    await owner.write('open/readme.md', 'one');
    expect(await owner.json('up', 'open', '--access', 'public', '--yes')).toMatchObject({ code: 0 });
    await sync(other);
    await other.write('open/readme.md', 'two');
    await other.write('notes/yield.md', 'Yield 84 %');
    expect(await sync(other)).toMatchObject({ code: 0, uploaded: ['notes/yield.md', 'open/readme.md'] });
    expect(await sync(owner)).toMatchObject({ code: 0, downloaded: ['notes/yield.md', 'open/readme.md'] });
    expect(await owner.read('open/readme.md')).toBe('two');
    const { files } = await owner.json('ls');
    expect(files).toContainEqual(
      expect.objectContaining({ path: 'open/readme.md', accessLevel: 'PUBLIC', version: 2 }),
    );
    expect(files).toContainEqual(
      expect.objectContaining({ path: 'notes/yield.md', accessLevel: 'ADMIN', version: 2 }),
    );
  });

  test('leaves conflicts alone, names them, and keeps both on request', async () => {
    await owner.write('draft.txt', 'mine');
    await sync(other);
    await other.write('draft.txt', 'theirs');
    await sync(other);
    expect(await sync(owner)).toMatchObject({ code: 4, conflicts: [{ path: 'draft.txt' }] });
    expect(await owner.read('draft.txt')).toBe('mine');
    const { uploaded } = await sync(owner, '--keep-both');
    expect(uploaded).toEqual([expect.stringMatching(/^draft \(conflict [0-9a-f]{8}\)\.txt$/)]);
    expect(await owner.read('draft.txt')).toBe('theirs');
    await sync(other);
    expect(await treeOf(other.folder)).toEqual(await treeOf(owner.folder));
  });

  test('takes over a file of 20 MB, which is decrypted piece by piece', async () => {
    const bytes = Buffer.alloc(20_000_000, 'measured ');
    await owner.write('large.bin', bytes);
    expect(await sync(owner)).toMatchObject({ code: 0, uploaded: ['large.bin'] });
    expect(await sync(other)).toMatchObject({ code: 0, downloaded: ['large.bin'] });
    expect(bytes.equals(await readFile(join(other.folder, 'large.bin')))).toBe(true);
  });

  test('carries deletions over on request only, into the trash of the lab', async () => {
    await owner.write('old.txt', 'old');
    await sync(owner);
    await sync(other);
    await rm(join(owner.folder, 'old.txt'));
    expect(await sync(owner)).toMatchObject({
      code: 0,
      kept: [{ path: 'old.txt' }],
      trashed: [],
      downloaded: [],
    });
    expect(await sync(owner, '--delete')).toMatchObject({ code: 0, trashed: ['old.txt'] });
    expect(await sync(other)).toMatchObject({
      code: 0,
      kept: [{ path: 'old.txt' }],
      uploaded: [],
      removed: [],
    });
    expect(await sync(other, '--delete')).toMatchObject({ code: 0, removed: ['old.txt'] });
    expect(await treeOf(other.folder)).toEqual(await treeOf(owner.folder));
  });

  test('is not written through a link, and links are not followed', async () => {
    const outside = join(other.home, 'outside');
    await symlink(other.home, join(other.folder, 'linked'));
    await owner.write('linked/outside', 'from the lab');
    expect(await sync(owner)).toMatchObject({ code: 0, uploaded: ['linked/outside'] });
    expect(await sync(other, '--delete')).toMatchObject({
      code: 6,
      downloaded: [],
      uploaded: [],
      trashed: [],
      skipped: [{ path: 'linked', reason: 'is a symbolic link' }],
    });
    await expect(stat(outside)).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(join(other.folder, 'linked'));
    expect(await sync(other)).toMatchObject({ downloaded: ['linked/outside'] });
  });

  test('is not written by two commands at once', async () => {
    const { openState } = await import('./sync/state.ts');
    using _state = await openState(owner.folder);
    const { code, stderr } = await owner.run('sync', '--yes');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another labroom command'),
    });
  });

  test('leaves files alone that its wallet may not open', async () => {
    await using outsider = await createMachine();
    await outsider.login(service.url);
    await outsider.json('init', lab.shortname);
    const { code, locked, downloaded } = await sync(outsider);
    expect({ code, downloaded }).toEqual({ code: 6, downloaded: ['open/readme.md'] });
    expect(locked).toContain('notes/yield.md');
  });
});

test('what is not understood is explained, with code 2', async () => {
  for (const line of [
    ['frobnicate'],
    ['sync', '--frobnicate'],
    ['init'],
    ['up', '--access', 'everybody'],
    ['up', '../x'],
  ])
    expect(await owner.run(...line)).toMatchObject({ code: 2, stdout: '' });
  expect(await owner.run('sync', '--help')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--keep-both'),
  });
});
