import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { type EmbeddedPostgres, ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { mountSmallDisk } from '@labroom/testing/small-disk.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { finish, initiate, put, uploadFile } from '@labroom/testing/test-upload.ts';
import { mutate, type Outcome } from '@labroom/testing/write-cases/write-case.ts';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { brokenInvariants } from './operator/check/invariants.ts';
import { lookAtObjects } from './operator/check/objects.ts';
import { migrate } from './platform/db/migrate.ts';
import { announcements } from './platform/db/tables/activity.ts';

const disk = mountSmallDisk(192);
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  disk?.remove();
});

// Mounting a small file system needs root.
test.runIf(disk)(
  'a full disk, of database and storage at once, loses nothing',
  { timeout: 300_000 },
  async () => {
    if (!disk) return;
    const port = await freePort();
    const startDatabase = () => ensureEmbeddedPostgres({ dataDir: disk.path, port });
    let postgres: EmbeddedPostgres = await startDatabase();
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const place = { databaseUrl: postgres.url, dataDir: join(disk.path, 'service') };
    const service = await startTestService({ place });
    ends.push(() => service.stop());
    const lab = await registeredLab(service);
    await uploadFile(service, lab, 'before', { path: 'before.txt' });
    const begun = await initiate(service, lab, 3_000_000);

    await disk.fill();
    const bytes = randomBytes(3_000_000);
    expect(await put(begun, bytes)).toBe(507);
    const asked = new Map<string, Outcome>();
    // The database can still write for some time, because it has reserved space.
    for (let tries = 0; tries < 200 && [...asked.values()].every(({ code }) => code === null); tries += 1) {
      const headline = randomUUID();
      asked.set(headline, await announce(service, lab, headline));
    }
    // Nothing was changed, which callers are told; or PostgreSQL ended, because it could not write its log.
    expect([...asked.values()].at(-1)?.code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await fetch(`${service.url}/health`)).status).toBe(200);

    await disk.clear();
    // PostgreSQL ends if it cannot write its log. It is restarted.
    postgres = await startDatabase();
    expect(await put(begun, bytes)).toBe(200);
    expect((await finish(service, lab, begun.uploadToken, { path: 'after.bin' })).error).toBeNull();
    const { db } = service.context;
    for (const [headline, { code }] of asked) {
      const there = await db.$count(announcements, eq(announcements.headline, headline));
      if (code === null) expect(there).toBe(1);
      else if (there === 0) expect(await announce(service, lab, headline)).toMatchObject({ code: null });
    }
    expect(await db.$count(announcements)).toBe(asked.size);
    expect(await brokenInvariants(db)).toEqual([]);
    const samples = { keys: 0, objects: Number.POSITIVE_INFINITY, documents: 0 };
    const looked = await db.transaction((tx) => lookAtObjects({ context: service.context, tx, samples }));
    expect(looked).toMatchObject({ looked: 2, faults: [], unchecked: [] });
    expect(await readdir(join(place.dataDir, 'objects', 'temporary'))).toEqual([]);
  },
);

function announce(service: TestService, lab: RegisteredLab, headline: string): Promise<Outcome> {
  const body = randomBytes(45_000).toString('hex');
  return mutate(service, CreateAnnouncementDocument, { oclId: lab.oclId, headline, body }, lab.token);
}
