import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { hasRadosgw, startRadosgw } from '@labroom/testing/radosgw.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { decrypt, decryptDataKey } from '@labroom/testing/test-encryption.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { announce, sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireInLog } from '#core/feed/require-in-log.ts';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import { takeLease } from '#platform/db/lease.ts';
import { migrate } from '#platform/db/migrate.ts';
import { files } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { digestOfKey } from '#platform/storage/object-key.ts';
import { prepareBucket } from '#platform/storage/prepare-bucket.ts';
import { s3Client } from '#platform/storage/s3-client.ts';
import { S3Storage } from '#platform/storage/s3-storage.ts';
import { storedObjects } from '#platform/storage/stored-objects.ts';
import { numberEvents } from '../../operations/activity/number-events.ts';
import { createServer } from '../../routes/server.ts';
import { brokenInvariants } from '../check/invariants.ts';
import { CorruptBackupError, UsageError } from '../core/command.ts';
import { createContext } from '../installation/create-context.ts';
import { bindInstallation } from '../installation/installation.ts';
import { runCommand, startFilledService } from '../operator.fixture.ts';
import { openPlace } from './place.ts';
import { labTables, notOfOneLab } from './restore-lab.ts';

let service: TestService;
let lab: RegisteredLab;
let directory: string;
/** The folder of its only backup. */
let snapshot: string;
beforeAll(async () => {
  ({ service, lab } = await startFilledService());
  directory = join(service.dataDir, 'backups', randomUUID());
  expect((await runCommand(service, 'backup', '--to', directory)).code).toBe(0);
  snapshot = join(directory, 'snapshots', (await readdir(join(directory, 'snapshots')))[0] ?? '');
});
afterAll(() => service.stop());

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
  expect(await runCommand(fresh, 'restore', '--from', directory)).toMatchObject({ code: 0 });
  expect(await runCommand(fresh, 'check')).toMatchObject({ code: 0 });
  expect(await runCommand(fresh, 'verify-storage')).toMatchObject({
    code: 0,
    output: '6 objects, 0 at fault.',
  });

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
  expect((await runCommand(service, 'restore', '--from', directory)).complaint).toContain('must be empty');
  const fresh = await bare();
  await runCommand(fresh, 'create-credential', '--label', 'made before');
  expect(await runCommand(fresh, 'restore', '--from', directory)).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('The database must be empty; consumers has rows.'),
  });
  await fresh.stop();
});

describe('a changed backup is rejected before anything of it is written', () => {
  let fresh: Awaited<ReturnType<typeof bare>>;
  beforeAll(async () => {
    fresh = await bare();
  });
  afterAll(() => fresh.stop());

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
    ['the last table', async () => join(relative(directory, snapshot), 'tables/uploads.jsonl.gz')],
    ['the list of objects', async () => join(relative(directory, snapshot), 'objects.jsonl.gz')],
    ['an object', anObject],
  ];
  const cases = files.flatMap(([what, file]) =>
    damages.map(([how, damage]) => ({ what, how, file, damage })),
  );

  test.each(cases)('$what with $how', async ({ file, damage }) => {
    const name = await file();
    const path = join(directory, name);
    const whole = await readFile(path);
    const damaged = damage(whole);
    await (damaged ? writeFile(path, damaged) : rm(path));
    try {
      const error = await runCommand(fresh, 'restore', '--from', directory).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(CorruptBackupError);
      expect(String(error)).toContain(basename(name));
      expect(await fresh.context.db.$count(labs)).toBe(0);
      expect(await storedIn(fresh.dataDir)).toEqual([]);
    } finally {
      await writeFile(path, whole);
    }
  });

  test.each([
    ['one row more', (text: string) => text.replace(/"rows": [1-9]\d*/, '"rows": 77')],
    ['one object more', (text: string) => text.replace(/"count": \d+/, '"count": 77')],
    ['its end missing', (text: string) => text.slice(0, -20)],
    ['no content', () => ''],
  ])('a manifest with %s', async (_, damage) => {
    const path = join(snapshot, 'manifest.json');
    const whole = await readFile(path, 'utf8');
    await writeFile(path, damage(whole));
    try {
      await expect(runCommand(fresh, 'restore', '--from', directory)).rejects.toThrow(CorruptBackupError);
      expect(await storedIn(fresh.dataDir)).toEqual([]);
    } finally {
      await writeFile(path, whole);
    }
  });

  test('one without a manifest, or with the manifest of another version', async () => {
    expect((await runCommand(fresh, 'restore', '--from', join(directory, 'tables'))).code).toBe(2);
    const manifest = join(snapshot, 'manifest.json');
    const whole = await readFile(manifest, 'utf8');
    await writeFile(manifest, whole.replace('"format": 3', '"format": 2'));
    expect(await runCommand(fresh, 'restore', '--from', directory)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('The backup has format 2; this version reads 3'),
    });
    await rm(manifest);
    expect((await runCommand(fresh, 'restore', '--from', directory)).complaint).toContain(
      'has no complete backup',
    );
    await writeFile(manifest, whole);
  });
});

test('objects queued for deletion are kept until the backup has ended', async () => {
  const { context } = service;
  await context.db.execute(sql`insert into object_deletions (object_key, due_at) values ('files/x', now())`);
  {
    await using lease = await takeLease(context.db, BACKUP_LEASE);
    expect(lease).not.toBeNull();
    expect((await deleteObjects(context)).done).toBe(0);
    expect((await runCommand(service, 'backup', '--to', join(service.dataDir, 'other'))).complaint).toContain(
      'Another backup',
    );
  }
  expect((await deleteObjects(context)).done).toBeGreaterThan(0);
});

test('the events after a restore have numbers that no reader has seen, so a reader from before misses none', async () => {
  const { context } = service;
  const eventsAfter = async (db: typeof context.db, after: number) =>
    (
      await db.execute<{ number: string }>(
        sql`select number from event_log where number > ${after} order by number`,
      )
    ).rows;
  await announce(service, lab, { headline: 'Not in the backup' });
  await numberEvents(context);
  const seen = Number((await eventsAfter(context.db, 0)).at(-1)?.number);
  const fresh = await bare();
  await runCommand(fresh, 'restore', '--from', directory);
  await requireInLog(fresh.context.db, seen);
  const app = await createServer({
    ...fresh.context,
    config: { ...fresh.context.config, logLevel: 'silent' },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  expect(
    await announce({ url, credential: service.credential }, lab, { headline: 'After it' }),
  ).toMatchObject({ error: null });
  await numberEvents(fresh.context);
  expect(await eventsAfter(fresh.context.db, seen)).toHaveLength(1);
  expect(await brokenInvariants(fresh.context.db)).toEqual([]);
  await app.close();
  await fresh.stop();
});

describe('a store that lacks objects and has altered ones', () => {
  const to = () => join(service.dataDir, 'backups', 'faulty');
  let keys: string[];
  beforeAll(async () => {
    const { rows } = await service.context.db.execute<{ key: string }>(
      sql`select object_key as key from file_versions where restored_from is null order by object_key`,
    );
    keys = rows.map(({ key }) => key);
    expect(
      await runCommand(service, 'backup', '--to', join(service.dataDir, 'backups', 'whole')),
    ).toMatchObject({ code: 0 });
    const { storage } = service.context;
    const [altered = '', missing = ''] = keys;
    const { contentType } = (await storage.head(altered)) ?? { contentType: '' };
    await storage.delete(altered);
    await storage.put({ key: altered, contentType, body: Buffer.from('other bytes') });
    await storage.delete(missing);
  });

  test('is saved but for those, which the output and the manifest name', async () => {
    const { code, lines } = await runCommand(service, 'backup', '--to', to());
    expect(code).toBe(3);
    expect(lines.filter((line) => line.startsWith('Not saved: '))).toHaveLength(2);
    const [time = ''] = await readdir(join(to(), 'snapshots'));
    const { faults, objects } = JSON.parse(
      await readFile(join(to(), 'snapshots', time, 'manifest.json'), 'utf8'),
    );
    expect(
      faults.map(({ key, problem }: { key: string; problem: string }) => [key, problem]).toSorted(),
    ).toEqual(
      [
        [keys[0], 'has different bytes'],
        [keys[1], 'is missing in the store'],
      ].toSorted(),
    );
    const saved = await readdir(join(to(), 'objects'), { recursive: true, withFileTypes: true });
    expect(saved.filter((entry) => entry.isFile())).toHaveLength(objects.count);
    const fresh = await bare();
    expect(await runCommand(fresh, 'restore', '--from', to())).toMatchObject({
      code: 3,
      output: expect.stringContaining('Not in the backup: '),
    });
    await fresh.stop();
  });

  test('gets them back from an earlier backup, and everything else stays as it is', async () => {
    const from = join(service.dataDir, 'backups', 'whole');
    const { code, output } = await runCommand(service, 'restore', '--from', from, '--objects-only');
    expect(code).toBe(0);
    expect(output).toContain('2 put back, 0 lost.');
    expect(await runCommand(service, 'verify-storage')).toMatchObject({ code: 0 });
    expect(
      (await runCommand(service, 'restore', '--from', from, '--objects-only', '--ocl-id', lab.oclId)).output,
    ).toContain(', 0 put back, 0 lost.');
  });
});

test('a second backup of a place writes only the objects that are new', async () => {
  const to = join(service.dataDir, 'backups', 'twice');
  expect((await runCommand(service, 'backup', '--to', to)).code).toBe(0);
  const content = 'new since the backup';
  await uploadFile(service, lab, content, { path: 'new.txt' });
  const { output } = await runCommand(service, 'backup', '--to', to);
  expect(output).toContain(`; 1 objects of ${content.length} bytes are new in it.`);
  expect(await readdir(join(to, 'snapshots'))).toHaveLength(2);
  const [first = ''] = (await readdir(join(to, 'snapshots'))).toSorted();
  for (const [at, paths] of [
    [[], 1],
    [['--at', first], 0],
  ] as const) {
    const fresh = await bare();
    expect(await runCommand(fresh, 'restore', '--from', to, ...at)).toMatchObject({ code: 0 });
    expect(await fresh.context.db.$count(files, eq(files.path, 'new.txt'))).toBe(paths);
    await fresh.stop();
  }
});

describe('an encrypted backup', () => {
  const to = () => join(service.dataDir, 'backups', 'sealed');
  const identityFile = () => join(service.dataDir, 'identity.txt');
  let identity: string;
  beforeAll(async () => {
    identity = await generateIdentity();
    await writeFile(identityFile(), `# created for a test\n${identity}\n`);
    const recipient = await identityToRecipient(identity);
    expect(await runCommand(service, 'backup', '--to', to(), '--recipient', recipient)).toMatchObject({
      code: 0,
    });
  });

  test('is restored with its identity, and with no other', async () => {
    const other = join(service.dataDir, 'other-identity.txt');
    await writeFile(other, await generateIdentity());
    const fresh = await bare();
    expect(await runCommand(fresh, 'restore', '--from', to())).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('Say --identity'),
    });
    await expect(runCommand(fresh, 'restore', '--from', to(), '--identity', other)).rejects.toThrow(
      CorruptBackupError,
    );
    expect(await fresh.context.db.$count(labs)).toBe(0);
    expect(await runCommand(fresh, 'restore', '--from', to(), '--identity', identityFile())).toMatchObject({
      code: 0,
    });
    expect(await runCommand(fresh, 'verify-storage')).toMatchObject({ code: 0 });
    await fresh.stop();
  });

  test('has nothing in the clear but its manifest and the names of objects', async () => {
    const entries = await readdir(to(), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile() && one.name !== 'manifest.json')) {
      expect(entry.name).toMatch(/\.age$/);
      expect((await readFile(join(entry.parentPath, entry.name))).subarray(0, 21).toString()).toBe(
        'age-encryption.org/v1',
      );
    }
  });

  // `npm test` installs it, and reports when it cannot.
  test.runIf(spawnSync('age', ['--version']).status === 0)("opens with Debian's age", async () => {
    const [time = ''] = await readdir(join(to(), 'snapshots'));
    const sealed = join(to(), 'snapshots', time, 'tables', 'labs.jsonl.gz.age');
    const opened = spawnSync('age', ['--decrypt', '--identity', identityFile(), sealed]);
    expect(opened.status).toBe(0);
    expect(JSON.parse(gunzipSync(opened.stdout).toString())).toMatchObject({ ocl_id: lab.oclId });
  });
});

describe('one lab', () => {
  test('is restored beside others, with its files, keys, comments and feed, so that check finds no faults', async () => {
    const other = await registeredLab(service);
    await uploadFile(service, other, 'of another lab', { path: 'other.txt' });
    await beginThread(service, lab, {}, 'A question');
    const secret = await decryptDataKey(service, lab, { filePath: 's' });
    expect(secret.error).toBeNull();
    const from = join(service.dataDir, 'backups', 'labs');
    expect((await runCommand(service, 'backup', '--to', from)).code).toBe(0);
    const fresh = await bare();
    await bindInstallation(fresh.context);
    expect(await runCommand(fresh, 'restore', '--from', from, '--ocl-id', other.oclId)).toMatchObject({
      code: 0,
    });
    const { code, output } = await runCommand(fresh, 'restore', '--from', from, '--ocl-id', lab.oclId);
    expect(output).toContain(' rows of ');
    expect(code).toBe(0);
    expect(await fresh.context.db.$count(labs)).toBe(2);
    await indexChain(fresh.context);
    await numberEvents(fresh.context);
    expect(await runCommand(fresh, 'check')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^No faults found\.$/m),
    });
    expect(await runCommand(fresh, 'restore', '--from', from, '--ocl-id', lab.oclId)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('The database has this lab.'),
    });
    await fresh.stop();
  });

  test('of every table it is known whether its rows belong to a lab', async () => {
    const { rows } = await service.context.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const unknown = rows
      .map(({ name }) => name)
      .filter((name) => !(name in labTables) && !notOfOneLab.includes(name));
    expect(unknown).toEqual([]);
  });
});

test('the drill restores, checks and opens files, and its report says so; of a damaged backup it says what is wrong', async () => {
  const to = join(service.dataDir, 'backups', 'drilled');
  const report = join(service.dataDir, 'drill.json');
  const identity = join(service.dataDir, 'drill-identity.txt');
  const own = await generateIdentity();
  await writeFile(identity, own);
  await indexChain(service.context);
  expect(
    (await runCommand(service, 'backup', '--to', to, '--recipient', await identityToRecipient(own))).code,
  ).toBe(0);
  const options = ['--from', to, '--identity', identity, '--report', report];
  const { code, lines } = await runCommand(service, 'drill', ...options);
  const written = JSON.parse(await readFile(report, 'utf8'));
  expect(written).toMatchObject({
    isWell: true,
    backup: { encrypted: true, faults: [] },
    steps: [{ name: 'restore' }, { name: 'check' }, { name: 'open files', isWell: true }],
  });
  expect(written.steps[2].lines.at(-1)).toMatch(
    /^(\d+) of \1 objects opened, [1-9]\d* of them decrypted, 0 at fault\.$/,
  );
  expect({ code, last: lines.at(-1) }).toMatchObject({
    code: 0,
    last: expect.stringContaining('can be restored.'),
  });
  const { rows } = await service.context.db.execute(
    sql`select from pg_database where datname like 'labroom_drill_%'`,
  );
  expect(rows).toHaveLength(0);
  await service.context.db.execute(
    sql`update labs set description = 'Another one' where ocl_id = ${lab.oclId}`,
  );
  expect(
    (await runCommand(service, 'backup', '--to', to, '--recipient', await identityToRecipient(own))).code,
  ).toBe(0);
  expect((await runCommand(service, 'drill', ...options)).code).toBe(1);
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    isWell: false,
    steps: [{ isWell: true }, { isWell: false }, { isWell: true }],
  });
});

test('objects that nothing refers to are listed, and those that an upload may still need are not', async () => {
  const { storage } = service.context;
  const key = `files/${randomUUID()}.bin`;
  await storage.put({ key, contentType: 'text/plain', body: Buffer.from('of a lost version') });
  await sent(service, lab, 'of an upload that goes on');
  const { code, lines } = await runCommand(service, 'unreferenced', '--days', '0');
  expect(code).toBe(0);
  expect(lines.slice(0, -1)).toEqual([digestOfKey(key)]);
  expect((await runCommand(service, 'unreferenced')).output).toMatch(/^0 of 0 objects/);
});

describe.runIf(hasRadosgw())('a place in a bucket', () => {
  test('keeps what is written, lists and reads it, and is not the bucket of the store', async () => {
    const { stop, ...account } = await startRadosgw();
    try {
      const client = s3Client(account);
      for (const bucket of ['labroom-store', 'labroom-backups'])
        await prepareBucket(client, { bucket, allowedOrigins: ['http://localhost:3000'] });
      const { config, secrets } = service.context;
      const storage = {
        kind: 's3' as const,
        ...account,
        bucket: 'labroom-store',
        publicBaseUrl: `${account.endpoint}/labroom-store`,
      };
      const own = {
        ...service.context,
        config: { ...config, storage },
        secrets: { ...secrets, storage: account.credentials },
      };
      const where = 's3://labroom-backups/of/tests';
      const place = await openPlace(own, where);
      await place.write('objects/files/x.age', Readable.from([Buffer.from('bytes')]));
      await place.write('snapshots/1/manifest.json', Readable.from([Buffer.from('{}')]));
      expect(await Readable.from(place.list('objects/')).toArray()).toEqual(['objects/files/x.age']);
      expect((await buffer((await place.read('objects/files/x.age')) ?? Readable.from([]))).toString()).toBe(
        'bytes',
      );
      expect(await place.read('objects/files/y.age')).toBeNull();
      await expect(openPlace(own, 's3://labroom-store/x')).rejects.toThrow(UsageError);
      await expect(openPlace(service.context, where)).rejects.toThrow(UsageError);
      const store = new S3Storage(storage);
      await store.put({ key: 'files/listed.bin', contentType: 'text/plain', body: Buffer.from('x') });
      expect(
        (await Readable.from(storedObjects(own.config, own.secrets).list()).toArray()).map(
          ({ name }) => name,
        ),
      ).toEqual(['files/listed.bin']);
    } finally {
      await stop();
    }
  });
});
