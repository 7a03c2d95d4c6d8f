import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { files } from './tables/files.ts';

// Names are counted per process, and other test files of this worker have used some of them.
vi.resetModules();
const { openTestDatabase } = await import('@labroom/testing/test-database.ts');
const { MAX_NAMES, plannedEachTime } = await import('./prepared-client.ts');
// With one connection, its prepared statements are those of all queries.
const { db } = await openTestDatabase({ maxConnections: 1 });

async function prepared(): Promise<string[]> {
  const { rows } = await db.$client.query('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

test('a recurring statement is prepared by name and returns the rows for its current values', async () => {
  const answers = [];
  for (const value of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { rows } = await db.execute<{ twice: number }>(sql`select ${value}::int * 2 as twice`);
    answers.push(rows[0]?.twice);
  }
  expect(answers).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  expect(await prepared()).toContain('select $1::int * 2 as twice');
});

test('a statement whose plan depends on its values is not prepared', async () => {
  for (let time = 0; time < 5; time += 1) {
    await db.select().from(files).where(sql`${files.path} ilike ${'%lipase%'}`);
    await db.execute(sql`${plannedEachTime} select count(*) from files where created_at > ${new Date()}`);
  }
  expect((await prepared()).filter((text) => /ilike|count/.test(text))).toEqual([]);
});

test('the number of prepared statements is bounded', async () => {
  for (let index = 0; index < MAX_NAMES + 50; index += 1) {
    for (let time = 0; time < 3; time += 1) await db.execute(sql.raw(`select ${index}`));
  }
  expect((await prepared()).length).toBeLessThanOrEqual(MAX_NAMES);
});
