import { watchedLog } from '@labroom/testing/log-watch.ts';
import { startRelay } from '@labroom/testing/relay.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { objectDeletions } from './tables/files.ts';
import { announcedTables, WorkNotices } from './work-notices.ts';

const { db, url } = await openTestDatabase();
/** So long that no test sees a poll. */
const never = 3_600_000;

/** Looks for queued objects in a loop, as a job does, and tells what it found. */
function startLoop(listening: Database, pollMs: number) {
  const { log, until } = watchedLog();
  const stopping = new AbortController();
  const { signal } = stopping;
  const notices = new WorkNotices(listening, log);
  const wait = notices.of(['object_deletions'], pollMs);
  const found: string[] = [];
  const state = { rounds: 0 };
  const loop = async () => {
    while (!signal.aborted) {
      const rows = await db.delete(objectDeletions).returning();
      found.push(...rows.map(({ objectKey }) => objectKey));
      state.rounds += 1;
      await wait(signal);
    }
  };
  const ended = Promise.all([loop(), notices.listen(signal)]);
  return {
    found,
    state,
    until,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}
const queue = (objectKey: string) => db.insert(objectDeletions).values({ objectKey });

test('every table whose rows are work announces them', async () => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tgrelid::regclass::text as name from pg_trigger where tgname = 'announce_work' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(announcedTables);
});

test('a commit sends no notice of its own, and a statement is announced once, however much it writes', async () => {
  const [listener, alone] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([listener.connect(), alone.connect()]);
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('listen labroom_work');
  await alone.query(`insert into object_deletions (object_key) values ('alone')`);
  await db.execute(
    sql`insert into object_deletions (object_key) select n::text from generate_series(1, 500) n`,
  );
  await expect.poll(() => heard).toEqual(['object_deletions']);
  // Notices arrive in the order of their commits.
  await alone.query(`notify labroom_work, 'end'`);
  await expect.poll(() => heard).toEqual(['object_deletions', 'end']);
  await Promise.all([listener.end(), alone.end()]);
  await db.delete(objectDeletions);
});

test('a loop works when work is committed, and does not poll for it', async () => {
  await using loop = startLoop(db, never);
  // The first round, and one when notices begin to arrive.
  await expect.poll(() => loop.state.rounds).toBe(2);
  await queue('one');
  await expect.poll(() => loop.found).toEqual(['one']);
});

test('work of a later time is not announced before', async () => {
  await using loop = startLoop(db, never);
  await expect.poll(() => loop.state.rounds).toBe(2);
  await db.insert(objectDeletions).values({ objectKey: 'late', dueAt: sql`now() + interval '1 hour'` });
  await queue('now');
  await expect.poll(() => loop.found).toContain('now');
  expect(loop.state.rounds).toBe(3);
});

test('work that is committed while the connection is cut off is done after it is back', async () => {
  const relay = await startRelay(url);
  const relayed = new URL(url);
  relayed.host = new URL(relay.url).host;
  const listening = openDatabase(relayed.href);
  {
    await using loop = startLoop(listening, never);
    await expect.poll(() => loop.state.rounds).toBe(2);
    relay.cut();
    await loop.until('work is not announced, so it is polled');
    await expect.poll(() => loop.state.rounds).toBe(3);
    await queue('meanwhile');
    relay.mend();
    await loop.until('work is announced again');
    await expect.poll(() => loop.found).toEqual(['meanwhile']);
    await queue('afterwards');
    await expect.poll(() => loop.found).toEqual(['meanwhile', 'afterwards']);
  }
  await listening.$client.end();
  await relay.close();
});

test('loops poll where notices do not arrive, as behind a pooler in transaction mode', async () => {
  const deaf: Database = Object.assign(Object.create(db), { execute: async () => ({ rows: [] }) });
  await using loop = startLoop(deaf, 5);
  await loop.until('notices do not arrive');
  await queue('polled');
  await expect.poll(() => loop.found).toEqual(['polled']);
});
