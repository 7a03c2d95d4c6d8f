import { randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../context.ts';
import { holdLock } from '../db/advisory-lock.ts';
import { migrate } from '../db/migrate.ts';
import { labs } from '../db/tables/labs.ts';
import { createServer } from '../http/server.ts';
import { BACKUP_LOCK, deleteObjects } from '../jobs/delete-objects.ts';
import { publishImages } from '../jobs/publish-images.ts';
import { ask, post } from '../testing/test-client.ts';
import { createOwnedDatabase } from '../testing/test-database.ts';
import { decrypt, decryptDataKey, encryptFor } from '../testing/test-encryption.ts';
import { png, sendImage } from '../testing/test-image.ts';
import { type RegisteredLab, registeredLab } from '../testing/test-registered-lab.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { uploadFile } from '../testing/test-upload.ts';
import { brokenInvariants } from './invariants.ts';
import { labroom } from './labroom.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
  const first = await uploadFile(service, lab, 'one', { path: 'a.txt', tags: ['x', 'ü'] });
  await uploadFile(service, lab, 'two', { ref: first.datasetId });
  await uploadFile(service, lab, 'gone', { path: 'gone.txt' });
  const secret = await encryptFor(service, lab, 'plain');
  const { encryptionMetadata } = secret;
  await uploadFile(service, lab, secret.ciphertext, { path: 's', accessLevel: 'ADMIN', encryptionMetadata });
  await ask(
    service,
    `mutation($oclId: String!, $changeBy: String!, $data: AWSJSON!) {
      deleteDataRoomFile(oclId: $oclId, path: "gone.txt", changeBy: $changeBy) { error { code } }
      createAnnouncement(oclId: $oclId, headline: "News", body: "Text") { error { code } }
      generateOclMembershipAgreement(agreementData: $data) { isSuccess } }`,
    { oclId: lab.oclId, changeBy: lab.wallet, data: JSON.stringify({ oclId: lab.oclId, symbol: 'IPT' }) },
    lab.token,
  );
  await sendImage(service, lab, png());
  await publishImages(service.context, pino({ enabled: false }));
});
afterAll(() => service.stop());

type World = Pick<TestService, 'context' | 'databaseUrl'>;

/** Runs a command in the world of a service, as the program would; gives its code and what it printed. */
async function run(args: string[], { context, databaseUrl }: World = service) {
  const lines: string[] = [];
  const { config, secrets } = context;
  const open = () => createContext({ config, secrets, databaseUrl });
  const code = await labroom(args, open, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

describe('the command line', () => {
  test('lists its commands; what it does not understand is 2, with what would be right', async () => {
    expect(await run([])).toMatchObject({ code: 0, output: expect.stringContaining('verify-storage') });
    expect((await run(['nothing'])).code).toBe(2);
    expect((await run(['constructor'])).code).toBe(2);
    expect(await run(['set-quota', '--ocl-id', lab.oclId])).toMatchObject({
      code: 2,
      output: expect.stringContaining('Say --bytes.'),
    });
    expect((await run(['set-quota', '--bites', '1'])).code).toBe(2);
  });

  test('a credential works until it is revoked', async () => {
    const { output: credential } = await run(['create-credential', '--label', 'a program']);
    const status = async () =>
      (await post({ url: service.url, credential }, '{ labs { totalCount } }')).status;
    expect(await status()).toBe(200);
    const id = credential.split('_')[2] ?? '';
    expect((await run(['list-credentials'])).output).toMatch(
      new RegExp(`^${id}\t.*\tvalid\ta program$`, 'm'),
    );
    expect((await run(['list-credentials'])).output).not.toContain(credential.split('_')[3]);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(1);
  });

  test('what is no oclId is said to be none', async () => {
    expect((await run(['retry-did-linking', '--ocl-id', '0x12'])).code).toBe(2);
  });

  test('a quota holds from the next upload on', async () => {
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '40'])).code).toBe(0);
    await expect(uploadFile(service, lab, 'x'.repeat(50), { path: 'big' })).rejects.toThrow();
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '5000000000'])).code).toBe(0);
    expect((await run(['set-quota', '--ocl-id', `0x0101${'0'.repeat(59)}1`, '--bytes', '1'])).code).toBe(1);
  });
});

describe('check', () => {
  test('finds nothing wrong with what the service wrote', async () => {
    expect(await run(['check'])).toEqual({ code: 0, output: 'All is well.' });
    expect(await run(['verify-storage'])).toEqual({ code: 0, output: '5 objects, 0 at fault.' });
  });

  test.each([
    [
      'a version that is missing',
      `delete from file_versions where version = 1 and file_id = (select id from files where path = 'a.txt')`,
    ],
    ['a count of bytes that is off', 'update labs set stored_bytes = stored_bytes + 1'],
    ['a feed entry that is missing', `delete from activity where seq = 2`],
    [
      'a second entry of the same addition',
      `update activity set kind = 'FILE_ADDED' where kind = 'FILE_UPDATED'`,
    ],
    [
      'a key that is bound to nothing',
      `update file_versions set encryption = null where encryption is not null`,
    ],
    ['a lost key', `delete from data_keys`],
    [
      'an announcement that is told of by nobody',
      `insert into announcements select gen_random_uuid(), ocl_id, 'x', 'x', '{}' from labs`,
    ],
    [
      'a promised object that is to be deleted',
      `insert into object_deletions select object_key, now() from file_versions limit 1`,
    ],
    [
      'two versions of one upload',
      `update uploads set result = (select result from uploads where finished_at is not null limit 1) where finished_at is not null`,
    ],
  ])('notices %s', async (_, damage) => {
    const rollback = new Error('enough seen');
    const found: string[] = [];
    await service.context.db
      .transaction(async (tx) => {
        expect((await tx.execute(sql.raw(damage))).rowCount).toBeGreaterThan(0);
        found.push(...(await brokenInvariants(tx)));
        throw rollback;
      })
      .catch((error: unknown) => expect(error).toBe(rollback));
    expect(found).not.toEqual([]);
  });
});

describe('backup and restore', () => {
  let directory: string;
  beforeAll(async () => {
    directory = join(service.dataDir, 'backups', randomUUID());
    expect((await run(['backup', '--to', directory])).code).toBe(0);
  });

  /** A service that has lost everything but its secrets, on a database whose role is nothing but its owner. */
  async function bare() {
    const database = await createOwnedDatabase();
    const dataDir = join(service.dataDir, randomUUID());
    const config = {
      ...service.context.config,
      storage: { kind: 'disk' as const, dir: dataDir },
    };
    const { secrets } = service.context;
    await migrate(database.url);
    const context = await createContext({ config, secrets, databaseUrl: database.url });
    return {
      context: { ...context, kms: service.context.kms },
      databaseUrl: database.url,
      dataDir,
      async stop() {
        await context.db.$client.end();
        await database.drop();
      },
    };
  }

  test('after a total loss everything is there again: rows, counters, bytes, and what opens them', async () => {
    const fresh = await bare();
    expect(await run(['restore', '--from', directory], fresh)).toMatchObject({ code: 0 });
    expect(await run(['check'], fresh)).toMatchObject({ code: 0 });
    expect(await run(['verify-storage'], fresh)).toEqual({ code: 0, output: '5 objects, 0 at fault.' });

    const { context } = fresh;
    const app = await createServer({ ...context, config: { ...context.config, logLevel: 'silent' } });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const again = { url: `http://127.0.0.1:${port}`, credential: service.credential };
    try {
      const key = await decryptDataKey(again, lab, { filePath: 's' });
      expect(key.error).toBeNull();
      const [row] = (
        await context.db.execute<{ key: string }>(
          sql`select v.object_key as key from file_versions v join files f on f.id = v.file_id where f.path = 's'`,
        )
      ).rows;
      const body = await context.storage.read(row?.key ?? '');
      expect(decrypt(await buffer(body ?? Readable.from([])), key.plaintextDEK, key.iv)).toBe('plain');
      const { labActivity } = await ask(
        again,
        'query($id: String!) { labActivity(oclId: $id, page: 0, perPage: 20) { nodes { __typename } } }',
        { id: lab.oclId },
      );
      expect(labActivity.nodes).toHaveLength(6);
      // The counters go on behind the restored rows, and the search finds what was restored.
      await decryptDataKey(again, lab, { filePath: 's' });
      const { searchLabs } = await ask(again, '{ searchLabs(prompt: "news") { totalCount } }');
      expect(searchLabs.totalCount).toBe(1);
    } finally {
      await app.close();
      await fresh.stop();
    }
  });

  test('only an empty database takes a backup, and only a whole one', async () => {
    expect((await run(['restore', '--from', directory])).output).toContain('not empty');
    const fresh = await bare();
    const damaged = join(directory, 'objects/files');
    const [object = ''] = await readdir(damaged);
    expect((await run(['restore', '--from', join(directory, 'tables')], fresh)).code).toBe(2);
    const objects = join(directory, 'objects.jsonl.gz');
    const whole = await readFile(objects);
    await truncate(objects, whole.length - 10);
    await expect(run(['restore', '--from', directory], fresh)).rejects.toThrow('unexpected end of file');
    await writeFile(objects, whole);
    await appendFile(join(damaged, object), 'x');
    await expect(run(['restore', '--from', directory], fresh)).rejects.toThrow('damaged');
    await rm(objects);
    await expect(run(['restore', '--from', directory], fresh)).rejects.toThrow('ENOENT');
    expect(await fresh.context.db.$count(labs)).toBe(0);
    const manifest = join(directory, 'manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"format": 2', '"format": 1'));
    expect(await run(['restore', '--from', directory], fresh)).toMatchObject({
      code: 2,
      output: expect.stringContaining('The backup is of format 1, and this version reads 2'),
    });
    await rm(manifest);
    expect((await run(['restore', '--from', directory], fresh)).output).toContain('no whole backup');
    await fresh.stop();
  });

  test('what is queued for deletion stays until the backup, or the look at the storage, is done', async () => {
    const { context } = service;
    await context.db.execute(
      sql`insert into object_deletions (object_key, due_at) values ('files/x', now())`,
    );
    {
      await using lock = await holdLock(context.db, BACKUP_LOCK);
      expect(lock).not.toBeNull();
      expect((await deleteObjects(context)).done).toBe(0);
      expect((await run(['backup', '--to', join(service.dataDir, 'other')])).output).toContain(
        'Another backup',
      );
      // Nor is what goes away while the storage is looked through called missing.
      expect(await run(['verify-storage'])).toMatchObject({
        code: 2,
        output: expect.stringContaining('A backup is under way'),
      });
    }
    expect((await deleteObjects(context)).done).toBeGreaterThan(0);
  });
});
