import { randomBytes } from 'node:crypto';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { mountSmallDisk } from '@labroom/testing/small-disk.ts';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { transientDatabaseError } from '#platform/db/database-failure.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { hasSpace } from './space.ts';

const disk = mountSmallDisk(160);
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  disk?.remove();
});

// Mounting a small file system needs root.
test.runIf(disk)(
  'a full disk of PostgreSQL is noticed while nothing is written, and its end too',
  async () => {
    if (!disk) return;
    const postgres = await ensureEmbeddedPostgres({ dataDir: disk.path, port: await freePort() });
    ends.push(() => postgres.stop());
    // An answer is trusted for some seconds, per database object.
    const open = () => {
      const db = openDatabase(postgres.url, { maxConnections: 2 });
      ends.push(() => db.$client.end());
      return db;
    };
    const db = open();
    expect(await hasSpace(db)).toBe(true);
    await db.execute(sql`create table filling (bytes bytea)`);

    await disk.fill();
    expect(await hasSpace(open())).toBe(false);
    const failure = await db
      .execute(
        sql`insert into filling select ${randomBytes(2_000).toString('hex')}::bytea from generate_series(1, 5000)`,
      )
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(transientDatabaseError(failure)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      reason: 'DATABASE_FULL',
      message: 'The database has no space left, so nothing was changed. Try again later.',
    });

    await disk.clear();
    expect(await hasSpace(open())).toBe(true);
  },
);
