import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { startDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { hundredth, tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { fillWhole } from './restore/fill-whole.ts';
import { copyTree, dump, labroom, type Ran, undump } from './restore/programs.ts';
import { databaseOf, rowsOf } from './restore/rows-of.ts';

/**
 * `node bench/restore.ts [--quick]`: backs up 1,000 labs with 100,000 files, restores them into an empty database and an empty
 * directory, and verifies the result by `check` and `verify-storage`. The limit is `pg_dump`, `pg_restore` and `cp -r` of the
 * same data, which neither compare hashes nor sync. Needs Debian's PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    /** A tenth of the data. */
    quick: { type: 'boolean', default: false },
  },
});
const dir = await mkdtemp(join(tmpdir(), 'labroom-restore-'));
const postgres = await startDebianPostgres();
try {
  const lost = { databaseUrl: await databaseOf(postgres.url, 'lost'), dataDir: join(dir, 'lost') };
  await migrate(lost.databaseUrl);
  const filled = await fillWhole(lost, options.quick ? hundredth : tenth);
  const rows = await rowsOf(lost.databaseUrl);
  console.log(`${rows.total} rows, ${filled.objects} objects of ${filled.bytes} bytes`);

  const steps: Record<string, Ran> = {};
  const take = async (name: string, ran: Promise<Ran>) => {
    const { seconds, peakMB } = await ran;
    steps[name] = { seconds, peakMB };
    console.log(`${name}: ${seconds} s, at most ${peakMB} MB`);
  };
  const saved = join(dir, 'backup');
  const copied = join(dir, 'copied');
  await mkdir(copied);
  await take('backup', labroom(lost, 'backup', '--to', saved));
  await take('pg_dump', dump(lost.databaseUrl, join(copied, 'rows')));
  await take('cp -r of the objects', copyTree(join(lost.dataDir, 'objects'), join(copied, 'objects')));
  await rm(lost.dataDir, { recursive: true });
  await databaseOf(postgres.url, 'lost');

  const fresh = { databaseUrl: await databaseOf(postgres.url, 'fresh'), dataDir: join(dir, 'fresh') };
  await take('restore', labroom(fresh, 'restore', '--from', saved));
  await take('check', labroom(fresh, 'check'));
  await take('verify-storage', labroom(fresh, 'verify-storage'));
  const back = await rowsOf(fresh.databaseUrl);
  if (back.digest !== rows.digest) throw new Error('The restored rows are others than those that were lost.');
  const plain = await databaseOf(postgres.url, 'plain');
  await take('pg_restore', undump(plain, join(copied, 'rows')));
  await take('cp -r of the objects, back', copyTree(join(copied, 'objects'), join(dir, 'plain')));
  if ((await rowsOf(plain)).digest !== rows.digest) throw new Error('The limit restored other rows.');

  if (!options.quick) await keepResults('restore', { ...aboutRun(), rows: rows.total, ...filled, steps });
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true });
}
