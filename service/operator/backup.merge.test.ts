import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ask } from '@labroom/testing/test-client.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { decrypt, decryptDataKey } from '@labroom/testing/test-encryption.ts';
import type { RegisteredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import { takeLease } from '../platform/db/lease.ts';
import { migrate } from '../platform/db/migrate.ts';
import { labs } from '../platform/db/tables/labs.ts';
import { createServer } from '../routes/server.ts';
import { CorruptBackupError } from './command.ts';
import { createContext } from './installation/create-context.ts';
import { runCommand, startFilledService } from './operator.fixture.ts';

let service: TestService;
let lab: RegisteredLab;
let directory: string;
beforeAll(async () => {
  ({ service, lab } = await startFilledService());
  directory = join(service.dataDir, 'backups', randomUUID());
  expect((await runCommand(service, 'backup', '--to', directory)).code).toBe(0);
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
    ['the last table', async () => 'tables/uploads.jsonl.gz'],
    ['the list of objects', async () => 'objects.jsonl.gz'],
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
    const path = join(directory, 'manifest.json');
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
    const manifest = join(directory, 'manifest.json');
    const whole = await readFile(manifest, 'utf8');
    await writeFile(manifest, whole.replace('"format": 2', '"format": 1'));
    expect(await runCommand(fresh, 'restore', '--from', directory)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('The backup has format 1; this version reads 2'),
    });
    await rm(manifest);
    expect((await runCommand(fresh, 'restore', '--from', directory)).complaint).toContain(
      'not a complete backup',
    );
    await writeFile(manifest, whole);
  });
});

test('objects queued for deletion are kept until the backup or verify-storage has ended', async () => {
  const { context } = service;
  await context.db.execute(sql`insert into object_deletions (object_key, due_at) values ('files/x', now())`);
  {
    await using lease = await takeLease(context.db, BACKUP_LEASE);
    expect(lease).not.toBeNull();
    expect((await deleteObjects(context)).done).toBe(0);
    expect((await runCommand(service, 'backup', '--to', join(service.dataDir, 'other'))).complaint).toContain(
      'Another backup',
    );
    // Objects that are deleted during verify-storage are not reported as missing.
    expect(await runCommand(service, 'verify-storage')).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('A backup or another verify-storage is running'),
    });
  }
  expect((await deleteObjects(context)).done).toBeGreaterThan(0);
});
