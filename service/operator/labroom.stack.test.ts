import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, post } from '#testing/test-client.ts';
import { createOwnedDatabase } from '#testing/test-database.ts';
import { decrypt, decryptDataKey, encryptFor } from '#testing/test-encryption.ts';
import { png, sendImage } from '#testing/test-image.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { uploadFile } from '#testing/test-upload.ts';
import { createContext } from '../create-context.ts';
import { BACKUP_LEASE, deleteObjects } from '../operations/files/delete-objects.ts';
import { takeLease } from '../platform/db/lease.ts';
import { migrate } from '../platform/db/migrate.ts';
import { labs } from '../platform/db/tables/labs.ts';
import { createServer } from '../routes/server.ts';
import { publishImages } from '../worker/publish-images.ts';
import { CorruptBackupError } from './command.ts';
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

type GatewayFixture = Pick<TestService, 'context' | 'databaseUrl'>;

/** Runs a command within the environment of a service. Returns its exit code and what it printed. */
async function run(args: string[], { context, databaseUrl }: GatewayFixture = service) {
  const lines: string[] = [];
  const complaints: string[] = [];
  const { config, secrets } = context;
  const open = () => createContext({ config, secrets, databaseUrl });
  const code = await labroom(
    args,
    open,
    (line) => lines.push(line),
    (line) => complaints.push(line),
  );
  return { code, output: lines.join('\n'), complaint: complaints.join('\n') };
}

describe('the command line', () => {
  test('lists its commands; a wrong command line gives exit code 2 and a message that says what would be right', async () => {
    expect(await run([])).toMatchObject({ code: 0, output: expect.stringContaining('verify-storage') });
    expect((await run(['nothing'])).code).toBe(2);
    expect((await run(['constructor'])).code).toBe(2);
    expect(await run(['set-quota', '--ocl-id', lab.oclId])).toMatchObject({
      code: 2,
      output: '',
      complaint: expect.stringContaining('Say --bytes.'),
    });
    expect((await run(['set-quota', '--bites', '1'])).code).toBe(2);
  });

  test.each([
    ['set-quota', '--help'],
    ['set-quota', '-h'],
    ['set-quota', '--bytes', '1', '--help'],
    ['help', 'set-quota'],
  ])('%s %s shows the help of one command', async (...args) => {
    const { code, output, complaint } = await run(args);
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(output).toContain('--bytes <number>');
    expect(output).not.toContain('verify-storage');
  });

  test('errors are written to standard error, never to standard output', async () => {
    for (const args of [
      ['nothing'],
      ['help', 'nothing'],
      ['backup'],
      ['ledger', '--format', 'xml'],
      ['check', 'x'],
    ])
      expect(await run(args)).toMatchObject({ code: 2, output: '', complaint: expect.stringMatching(/./) });
    expect((await run(['nothing'])).complaint).toContain('Unknown command: nothing.');
  });

  test('a credential works until it is revoked', async () => {
    const { output: credential } = await run(['create-credential', '--label', 'a program']);
    const status = async () =>
      (await post({ url: service.url, credential }, '{ labs { totalCount } }')).status;
    expect(await status()).toBe(200);
    const id = credential.split('_')[2] ?? '';
    expect((await run(['list-credentials'])).output).toMatch(
      new RegExp(`^${id}\t.*\tvalid\ta program(\tlast used .*)?$`, 'm'),
    );
    expect((await run(['list-credentials'])).output).not.toContain(credential.split('_')[3]);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(1);
  });

  test('a credential can name visitors only if the operator allowed it', async () => {
    const nowhere = { 'x-visitor-address': 'nowhere' };
    const statusOf = async (...more: string[]) => {
      const { output: credential } = await run(['create-credential', '--label', 'an app', ...more]);
      return (await post({ url: service.url, credential }, '{ labs { totalCount } }', {}, nowhere)).status;
    };
    expect(await statusOf('--names-visitors')).toBe(400);
    expect(await statusOf()).toBe(200);
    const { output } = await run(['list-credentials']);
    expect(output.match(/\tan app(\tnames visitors)?(?=\tlast used |$)/gm)).toEqual([
      '\tan app\tnames visitors',
      '\tan app',
    ]);
  });

  test('a credential can have limits, which list-credentials shows', async () => {
    const make = (...more: string[]) => run(['create-credential', '--label', 'limited', ...more]);
    expect((await make('--expires-in', '90d', '--read-only', '--per-minute', '60')).code).toBe(0);
    expect((await make('--mutations', 'createLab,decryptDataKey')).code).toBe(0);
    const { output } = await run(['list-credentials']);
    expect(output).toMatch(/\tvalid until \S+Z\tlimited\tread-only\t60 per minute$/m);
    expect(output).toMatch(/\tvalid\tlimited\tonly createLab, decryptDataKey$/m);
    for (const wrong of [
      ['--expires-in', 'soon'],
      ['--mutations', 'createLab,nothing'],
      ['--mutations', ''],
      ['--per-minute', '0'],
      ['--read-only', '--mutations', 'createLab'],
    ])
      expect(await make(...wrong)).toMatchObject({ code: 2, output: '' });
  });

  test('an invalid oclId is reported', async () => {
    expect((await run(['retry-did-linking', '--ocl-id', '0x12'])).code).toBe(2);
  });

  test('a quota applies from the next upload on', async () => {
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '40'])).code).toBe(0);
    await expect(uploadFile(service, lab, 'x'.repeat(50), { path: 'big' })).rejects.toThrow();
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '5000000000'])).code).toBe(0);
    expect((await run(['set-quota', '--ocl-id', `0x0101${'0'.repeat(59)}1`, '--bytes', '1'])).code).toBe(1);
  });
});

describe('check', () => {
  test('finds no faults in what the service wrote', async () => {
    expect(await run(['check'])).toMatchObject({ code: 0, output: 'No faults found.' });
    expect(await run(['verify-storage'])).toMatchObject({ code: 0, output: '5 objects, 0 at fault.' });
  });

  test.each([
    [
      'a version that is missing',
      `delete from file_versions where version = 1 and file_id = (select id from files where path = 'a.txt')`,
    ],
    ['a wrong byte count', 'update labs set stored_bytes = stored_bytes + 1'],
    ['a feed entry that is missing', `delete from activity where seq = 2`],
    [
      'a duplicate feed entry of an added file',
      `update activity set kind = 'FILE_ADDED' where kind = 'FILE_UPDATED'`,
    ],
    [
      'a key that is bound to no encrypted version',
      `update file_versions set encryption = null, access_level = 'PUBLIC' where encryption is not null`,
    ],
    ['a lost key', `delete from data_keys`],
    [
      'an announcement without a feed entry',
      `insert into announcements select gen_random_uuid(), ocl_id, 'x', 'x', '{}' from labs`,
    ],
    [
      'a referenced object that is queued for deletion',
      `insert into object_deletions select object_key, now() from file_versions limit 1`,
    ],
    [
      'two versions of one upload',
      `update uploads set result = (select result from uploads where finished_at is not null limit 1) where finished_at is not null`,
    ],
  ])('detects %s', async (_, damage) => {
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

  /** A service that has lost everything but its secrets, on a database whose role only owns the database. */
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

  test('a restore after a total loss brings back rows, counters, bytes and keys', async () => {
    const fresh = await bare();
    expect(await run(['restore', '--from', directory], fresh)).toMatchObject({ code: 0 });
    expect(await run(['check'], fresh)).toMatchObject({ code: 0 });
    expect(await run(['verify-storage'], fresh)).toMatchObject({ code: 0, output: '5 objects, 0 at fault.' });

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
      // Counters continue after the restored rows, and the search finds restored documents.
      await decryptDataKey(again, lab, { filePath: 's' });
      const { searchLabs } = await ask(again, '{ searchLabs(prompt: "news") { totalCount } }');
      expect(searchLabs.totalCount).toBe(1);
    } finally {
      await app.close();
      await fresh.stop();
    }
  });

  test('a backup is restored only into a database without rows', async () => {
    expect((await run(['restore', '--from', directory])).complaint).toContain('must be empty');
    const fresh = await bare();
    await run(['create-credential', '--label', 'made before'], fresh);
    expect(await run(['restore', '--from', directory], fresh)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('The database must be empty; consumers has rows.'),
    });
    await fresh.stop();
  });

  describe('a changed backup is rejected before anything of it is written', () => {
    const storedIn = async (dataDir: string) => {
      const found = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    };
    const changed = (bytes: Buffer) => {
      const copy = Buffer.from(bytes);
      const at = copy.length >> 1;
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const damages: [string, (bytes: Buffer) => Buffer | null][] = [
      ['another byte', changed],
      ['its end missing', (bytes) => bytes.subarray(0, bytes.length - 10)],
      ['no content', () => Buffer.alloc(0)],
      ['the file missing', () => null],
    ];
    const anObject = async () => `objects/files/${(await readdir(join(directory, 'objects/files')))[0]}`;
    const files: [string, () => Promise<string>][] = [
      ['the last table', async () => 'tables/uploads.jsonl.gz'],
      ['the list of objects', async () => 'objects.jsonl.gz'],
      ['an object', anObject],
    ];
    const cases = files.flatMap(([what, file]) =>
      damages.map(([how, damage]) => ({ what, how, file, damage })),
    );

    test.each(cases)('$what with $how', async ({ file, damage }) => {
      const fresh = await bare();
      const name = await file();
      const path = join(directory, name);
      const whole = await readFile(path);
      const damaged = damage(whole);
      await (damaged ? writeFile(path, damaged) : rm(path));
      try {
        const error = await run(['restore', '--from', directory], fresh).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(CorruptBackupError);
        expect(String(error)).toContain(basename(name));
        expect(await fresh.context.db.$count(labs)).toBe(0);
        expect(await storedIn(fresh.dataDir)).toEqual([]);
      } finally {
        await writeFile(path, whole);
        await fresh.stop();
      }
    });

    test.each([
      ['one row more', (text: string) => text.replace(/"rows": [1-9]\d*/, '"rows": 77')],
      ['one object more', (text: string) => text.replace(/"count": \d+/, '"count": 77')],
      ['its end missing', (text: string) => text.slice(0, -20)],
      ['no content', () => ''],
    ])('a manifest with %s', async (_, damage) => {
      const fresh = await bare();
      const path = join(directory, 'manifest.json');
      const whole = await readFile(path, 'utf8');
      await writeFile(path, damage(whole));
      try {
        await expect(run(['restore', '--from', directory], fresh)).rejects.toThrow(CorruptBackupError);
        expect(await storedIn(fresh.dataDir)).toEqual([]);
      } finally {
        await writeFile(path, whole);
        await fresh.stop();
      }
    });

    test('one without a manifest, or with the manifest of another version', async () => {
      const fresh = await bare();
      expect((await run(['restore', '--from', join(directory, 'tables')], fresh)).code).toBe(2);
      const manifest = join(directory, 'manifest.json');
      const whole = await readFile(manifest, 'utf8');
      await writeFile(manifest, whole.replace('"format": 2', '"format": 1'));
      expect(await run(['restore', '--from', directory], fresh)).toMatchObject({
        code: 2,
        complaint: expect.stringContaining('The backup has format 1; this version reads 2'),
      });
      await rm(manifest);
      expect((await run(['restore', '--from', directory], fresh)).complaint).toContain(
        'not a complete backup',
      );
      await writeFile(manifest, whole);
      await fresh.stop();
    });
  });

  test('objects queued for deletion are kept until the backup or verify-storage has ended', async () => {
    const { context } = service;
    await context.db.execute(
      sql`insert into object_deletions (object_key, due_at) values ('files/x', now())`,
    );
    {
      await using lease = await takeLease(context.db, BACKUP_LEASE);
      expect(lease).not.toBeNull();
      expect((await deleteObjects(context)).done).toBe(0);
      expect((await run(['backup', '--to', join(service.dataDir, 'other')])).complaint).toContain(
        'Another backup',
      );
      // Objects that are deleted during verify-storage are not reported as missing.
      expect(await run(['verify-storage'])).toMatchObject({
        code: 2,
        complaint: expect.stringContaining('A backup or another verify-storage is running'),
      });
    }
    expect((await deleteObjects(context)).done).toBeGreaterThan(0);
  });
});
