import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { Client, type Pool } from 'pg';

/**
 * `node bench/notices.ts [--writers 32] [--seconds 5] [--rounds 5]`: how many entries a second that many connections write into
 * the feeds of as many labs, without notices of work for the worker (docs/decisions/047-work-is-announced.md), with notices after commits,
 * as the service sends them, and with a notice in each commit.
 */
const { values: options } = parseArgs({
  options: {
    writers: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
  },
});
const [writers, seconds] = [Number(options.writers), Number(options.seconds)];
const dataDir = await mkdtemp(join(tmpdir(), 'labroom-notices-'));
const postgres = await ensureEmbeddedPostgres({ dataDir, port: await freePort() });
try {
  await migrate(postgres.url);
  const { $client: pool } = openDatabase(postgres.url, { maxConnections: writers + 2 });
  await pool.query(`insert into labs
    (ocl_id, token_id, account, shortname, account_did, data_room_did, registered_by, storage_limit)
    select 'lab ' || n, n, '', n, '', '', '', 0 from generate_series(0, ${writers - 1}) n`);
  const listener = new Client({ connectionString: postgres.url });
  await listener.connect();
  let heard = 0;
  listener.on('notification', () => {
    heard += 1;
  });
  await listener.query('listen labroom_work');
  const { rows } = await pool.query(`select pg_get_functiondef('announce_work'::regproc) as definition`);
  const kinds = {
    'no notice': 'alter table unlogged_activity disable trigger announce_work',
    'after commits': `alter table unlogged_activity enable trigger announce_work; ${rows[0].definition}`,
    'in each commit': `create or replace function announce_work() returns trigger language plpgsql as $$
      begin perform pg_notify('labroom_work', tg_table_name); return null; end $$`,
  };
  const rates = new Map(Object.keys(kinds).map((kind) => [kind, { rates: [] as number[], notices: 0 }]));
  // The first round warms up.
  for (let round = -1; round < Number(options.rounds); round += 1)
    for (const [kind, statements] of Object.entries(kinds)) {
      await pool.query(statements);
      heard = 0;
      const rate = await entriesPerSecond(pool);
      const of = rates.get(kind);
      if (round < 0 || !of) continue;
      of.rates.push(rate);
      of.notices += heard;
    }
  console.log('| notices | entries a second, median | all | notices heard |\n|---|---|---|---|');
  for (const [kind, { rates: all, notices }] of rates) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(`| ${kind} | ${sorted[sorted.length >> 1]} | ${sorted.join(', ')} | ${notices} |`);
  }
  await listener.end();
  await pool.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

/** As `appendToFeed` writes them, each writer into a lab of its own. */
async function entriesPerSecond(pool: Pool): Promise<number> {
  const until = performance.now() + 1_000 * seconds;
  const written = await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      let count = 0;
      for (; performance.now() < until; count += 1) {
        const client = await pool.connect();
        await client.query('begin');
        const { rows } = await client.query(
          `update labs set feed_length = feed_length + 1, latest_contribution_at = clock_timestamp() where ocl_id = $1
            returning feed_length`,
          [`lab ${at}`],
        );
        await client.query(
          `insert into activity (ocl_id, seq, kind, change_by, event_time, system_time)
            values ($1, $2, 'READINESS_CHANGED', '', now(), now())`,
          [`lab ${at}`, rows[0].feed_length],
        );
        await client.query('commit');
        client.release();
      }
      return count;
    }),
  );
  return Math.round(written.reduce((sum, count) => sum + count, 0) / seconds);
}
