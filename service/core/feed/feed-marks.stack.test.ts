import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import { readGroups } from '#operations/activity/group-store.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { markFeeds } from './feed-marks.ts';
import { readFeed } from './feed-store.ts';

const { db, url } = await openTestDatabase();
const near = { distance: 50 };

/** Entries of three labs, a group each, of `age` and older. At least four have the same time, one in seven is an announcement. */
const addEntries = (count: number, age: string, step = '1 second') =>
  db.transaction(async (tx) => {
    // Without the triggers, which make groups of several entries.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into activity (ocl_id, seq, group_number, kind, change_by, event_time, system_time)
      select lab, number, number, kind, '0x', at, at
      from (select n, '0x' || (n * 7 / 3) % 3 as lab, case when n % 7 = 0 then 'ANNOUNCEMENT' else 'FILE_ADDED' end as kind,
          now() - ${age}::interval - (${count} - n - n % 4) * ${step}::interval as at,
          n + (select count(*) from activity) as number
        from generate_series(1, ${count}::int) n) entries`);
    await tx.execute(sql`
      insert into activity_groups (ocl_id, number, kind, change_by, entry_count, file_count, started_at, ended_at)
      select ocl_id, seq, kind, change_by, 1, 0, system_time, system_time from activity on conflict do nothing`);
  });

const marks = async () =>
  Number((await db.execute<{ count: string }>(sql`select count(*) from feed_marks`)).rows[0]?.count);
beforeAll(() => addEntries(900, '1 hour'));

const filters: (LabActivityFilter | undefined)[] = [undefined, 'FILE', 'ANNOUNCEMENT'];

/** Every page, as `read` finds it and as it is. */
async function expectEveryPage(): Promise<void> {
  for (const filter of filters) {
    const { rows } = await db.execute<{ key: string }>(sql`select ocl_id || ' ' || seq as key from activity
      where ${filter ? sql`(kind = 'ANNOUNCEMENT') = ${filter === 'ANNOUNCEMENT'}` : sql`true`}
      order by system_time desc, ocl_id, seq desc`);
    const all = rows.map(({ key }) => key);
    for (const perPage of [37, 100]) {
      for (let page = 0; page <= all.length / perPage + 1; page += 1) {
        const query = { filter, page, perPage };
        const [feed, groups] = [await readFeed(db, query), await readGroups(db, query)];
        const wanted = all.slice(page * perPage, (page + 1) * perPage);
        expect(feed.rows.map(({ oclId, seq }) => `${oclId} ${seq}`)).toEqual(wanted);
        expect(groups.rows.map(({ oclId, number }) => `${oclId} ${number}`)).toEqual(wanted);
        expect([feed.totalCount, groups.totalCount]).toEqual([all.length, all.length]);
      }
    }
  }
}

test('every page of the common feed is the same without marks, with marks, and with entries after the last one', async () => {
  await expectEveryPage();
  while ((await markFeeds({ db }, near)).more);
  expect(await marks()).toBe(2 * (18 + 15 + 2));
  await expectEveryPage();
  await addEntries(130, '30 minutes');
  await expectEveryPage();
  expect((await markFeeds({ db }, near)).done).toBeGreaterThan(0);
  expect((await markFeeds({ db }, near)).done).toBe(0);
  await expectEveryPage();
});

test('two processes that mark at once leave the marks of one', async () => {
  await db.execute(sql`truncate feed_marks`);
  await Promise.all([markFeeds({ db }, near), markFeeds({ db }, near), markFeeds({ db }, near)]);
  const marked = await marks();
  await db.execute(sql`truncate feed_marks`);
  await markFeeds({ db }, near);
  expect(await marks()).toBe(marked);
  await expectEveryPage();
});

test('no mark is made of the last ten minutes, nor of the time since an open transaction began', async () => {
  const before = await marks();
  const other = openDatabase(url, { maxConnections: 1 });
  await other.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await addEntries(200, '0 seconds', '0 seconds');
    await markFeeds({ db }, { ...near, age: '0 seconds' });
    expect(await marks()).toBe(before);
  });
  await other.$client.end();
  await markFeeds({ db }, near);
  expect(await marks()).toBe(before);
  await markFeeds({ db }, { ...near, age: '0 seconds' });
  expect(await marks()).toBeGreaterThan(before);
  await expectEveryPage();
});

test('a page in the middle is found without reading the rows before it', async () => {
  await db.execute(sql`truncate feed_marks`);
  await addEntries(6_000, '2 hours');
  await markFeeds({ db });
  await db.execute(sql`vacuum analyze activity, activity_groups, feed_marks`);
  for (const filter of filters) {
    for (const read of [readFeed, readGroups]) {
      const { totalCount } = await read(db, { filter, page: 0, perPage: 20 });
      const plan = await explainQueries(db, () => read(db, { filter, page: totalCount >> 6, perPage: 20 }));
      expect(Math.max(...plan.map((node) => node['Actual Rows']))).toBeLessThan(1_300);
    }
  }
});
