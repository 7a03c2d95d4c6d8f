import type { Database } from '@labroom/service/platform/db/database.ts';

/** The lab of `fillDatabase` whose feed is replaced, and what is in it. */
export const peopleFeed = { shortname: 'lab-2', entries: 10_000, people: 50, entriesOfGroup: 8 };

/**
 * Replaces the feed of one lab by that of many people: they take turns, and each adds eight files at a time. All have
 * names.
 */
export async function fillPeopleFeed(db: Database): Promise<void> {
  const { shortname, entries, people, entriesOfGroup } = peopleFeed;
  const lab = `(select ocl_id from labs where shortname = '${shortname}')`;
  const wallet = `'0x' || lpad(to_hex((n - 1) / ${entriesOfGroup} % ${people}), 40, 'b')`;
  await db.transaction(async (tx) => {
    for (const statement of [
      `set local session_replication_role = replica`,
      `delete from activity where ocl_id = ${lab}`,
      `delete from activity_groups where ocl_id = ${lab}`,
      `insert into activity (ocl_id, seq, group_number, kind, file, change_by, event_time, system_time)
        select ${lab}, n, (n - 1) / ${entriesOfGroup} + 1, 'FILE_ADDED',
          jsonb_build_object('ref', 'did:odf:p' || n, 'path', 'series/sample-' || n || '.csv', 'tags', '[]'::jsonb,
            'description', null, 'version', 1, 'accessLevel', 'PUBLIC', 'categories', '[]'::jsonb, 'contentType', 'text/csv',
            'contentHash', 'sha256:' || md5(n::text), 'contentText', null),
          ${wallet}, at, at
        from generate_series(1, ${entries}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) moments`,
      `insert into activity_groups (ocl_id, number, kind, change_by, entry_count, file_count, started_at, ended_at)
        select ocl_id, group_number, kind, change_by, count(*), count(*), min(system_time), max(system_time)
        from activity where ocl_id = ${lab} group by ocl_id, group_number, kind, change_by`,
      `update labs set feed_length = ${entries}, feed_groups = ${Math.ceil(entries / entriesOfGroup)} where ocl_id = ${lab}`,
      `insert into profiles (wallet, name, name_key, affiliation, signature, issued_at)
        select '0x' || lpad(to_hex(n), 40, 'b'), 'Researcher number ' || n, 'researcher number ' || n, 'Institute ' || n, '0x', now()
        from generate_series(0, ${people - 1}) n on conflict (wallet) do nothing`,
    ])
      await tx.execute(statement);
  });
  await db.execute('vacuum analyze activity, activity_groups, profiles');
}
