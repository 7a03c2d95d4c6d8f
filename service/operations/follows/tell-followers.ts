import { sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import { isMemberOf } from '#core/members/members-of-wallet.ts';
import { isMuted } from '#core/notices/muted.ts';
import { queueNotices } from '#core/notices/queue-notices.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

const portion = 100;
/** Events of one kind, lab and author within this time are one notice. */
const windowSeconds = 600;
/** Onchain events that followers of a lab are told: its owners, roles and token, not every transfer of tokens. */
const toldOnChain = [
  'OclTransfer',
  'RoleGranted',
  'RoleDelegated',
  'RoleRevoked',
  'AllRolesRevoked',
  'TokensCreated',
  'TokenWrapped',
  'Capped',
];

/**
 * Tells followers of the next events of the log, once: notices and the position in the log are written in one
 * transaction, and one process at a time has the position.
 */
export function tellFollowers({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return db.transaction(async (tx) => {
    // A migration adds no rows, because a backup is restored into an empty database.
    await tx.execute(
      sql`insert into log_readers (name, number) values ('follows', 0) on conflict do nothing`,
    );
    const { rows } = await tx.execute<{ number: string }>(
      sql`select number from log_readers where name = 'follows' for update skip locked`,
    );
    const [reader] = rows;
    if (!reader) return { done: 0, more: false };
    const { last, read } = await tellOf(tx, reader.number);
    if (last === null) return { done: 0, more: false };
    await tx.execute(sql`update log_readers set number = ${last}::bigint where name = 'follows'`);
    return { done: read, more: read === portion };
  });
}

/**
 * Matches the events after a position with what is followed, and adds the notices. Work per event is bounded: a search is
 * compared only with documents that have its longest word.
 */
async function tellOf(tx: Transaction, after: string): Promise<{ last: string | null; read: number }> {
  const { rows } = await tx.execute<{ last: string | null; read: number }>(sql`
    with events as materialized (
      select e.number, e.kind, e.ocl_id, e.removed, e.event ->> 'eventName' as name, a.change_by as by,
        coalesce(a.file, a.discussion -> 'file') ->> 'ref' as ref, coalesce(a.file, a.discussion -> 'file') ->> 'path' as path,
        f.path as current, a.entries,
        coalesce(fd.id, ad.id) as document, coalesce(a.system_time, e.logged_at) as at,
        coalesce(a.hidden, false) or e.ocl_id in (select ocl_id from labs where hidden) as hidden
      from event_log e
      left join activity a on a.ocl_id = e.ocl_id and a.seq = e.seq
      left join files f on f.did = a.file ->> 'ref' and e.kind in ('FILE_ADDED', 'FILE_UPDATED')
      left join search_documents fd on fd.file_id = f.id
      left join search_documents ad on ad.announcement_id = a.announcement_id
      where e.number > ${after}::bigint order by e.number limit ${portion}
    ), changed as materialized (
      select number, ocl_id, entry ->> 'ref' as ref, entry ->> 'from' as source, entry ->> 'to' as target
      from events, jsonb_array_elements(entries -> 'first') entry
    ), documents as materialized (
      select e.number, d.ocl_id, d.kind, d.access_level, d.tags, d.categories,
        d.stems || coalesce(to_tsvector('public.search_all_stems', search_plain(l.name)), ''::tsvector) as stems
      from events e join search_documents d on d.id = e.document join labs l on l.ocl_id = d.ocl_id
      where not d.hidden
    ), matched as (
      select e.number, w.id, w.wallet, 3 as precedence from events e join follows w on w.kind = 'LAB' and w.ocl_id = e.ocl_id
        where not e.removed and (e.kind <> 'ONCHAIN' or e.name = any(${sql.param(toldOnChain)}::text[]))
      union all
      select e.number, w.id, w.wallet, 2 from events e join follows w on w.kind = 'FOLDER' and w.ocl_id = e.ocl_id
        where starts_with(e.path, w.path) or starts_with(e.current, w.path)
      union all
      select c.number, w.id, w.wallet, 2 from changed c join follows w on w.kind = 'FOLDER' and w.ocl_id = c.ocl_id
        where starts_with(c.source, w.path) or starts_with(c.target, w.path) or starts_with(w.path, c.source) and c.source like '%/'
          or starts_with(w.path, c.target) and c.target like '%/'
      union all
      select e.number, w.id, w.wallet, 1 from events e join follows w on w.kind = 'FILE' and w.ref = e.ref
      union all
      select c.number, w.id, w.wallet, 1 from changed c join follows w on w.kind = 'FILE' and w.ocl_id = c.ocl_id
        left join files f on f.did = w.ref left join trashed_files t on t.did = w.ref
        where w.ref = c.ref or coalesce(f.path, t.path) = coalesce(c.target, c.source)
          or coalesce(c.target, c.source) like '%/' and starts_with(coalesce(f.path, t.path), coalesce(c.target, c.source))
      union all
      select d.number, w.id, w.wallet, 4 from documents d cross join lateral unnest(tsvector_to_array(d.stems)) word
        join follows w on w.longest_word = word
        where d.stems @@ w.words and ${inFilters}
    ), told as (
      select distinct on (m.wallet, m.number) m.wallet, m.id, e.* from matched m join events e using (number)
      join follows w on w.id = m.id and e.at > w.created_at
      where e.by is distinct from m.wallet and (not e.hidden or ${isMemberOf(sql`m.wallet`, sql`e.ocl_id`)}) order by m.wallet, m.number, m.precedence
    ), grouped as (
      select wallet, id, ocl_id, kind, by, floor(extract(epoch from at) / ${windowSeconds}) as part, count(*)::int as count,
        max(number) as number, (array_agg(ref order by number desc))[1] as ref,
        (array_agg(coalesce(path, entries -> 'first' -> 0 ->> 'to', entries -> 'first' -> 0 ->> 'from') order by number desc))[1] as path
      from told group by wallet, id, ocl_id, kind, by, name, part
    ), notified as (
      insert into notices as known (wallet, kind, ocl_id, ref, path, by, event_number, follow_id, count, key)
      select wallet, 'FOLLOWED', ocl_id, ref, path, by, number, id, count,
        concat_ws(' ', 'followed', id, ocl_id, kind, by, part) from grouped
        where not ${isMuted(sql`grouped.wallet`, { oclId: sql`grouped.ocl_id`, by: sql`grouped.by`, kinds: ['FOLLOWED'] })}
        order by wallet, number
      on conflict (wallet, key) do update set count = known.count + excluded.count, event_number = excluded.event_number,
        ref = excluded.ref, path = excluded.path, read_at = null
      returning number, wallet
    ), ${queueNotices}
    select max(number) as last, count(*)::int as read from events`);
  return rows[0] ?? { last: null, read: 0 };
}

/** SQL: whether a document `d` passes the filters of a followed search `w`. */
const inFilters = sql`(w.filters -> 'byOclIds' is null or w.filters -> 'byOclIds' ? d.ocl_id)
  and (w.filters -> 'byKinds' is null or w.filters -> 'byKinds' ? d.kind)
  and (w.filters -> 'byAccessLevels' is null or w.filters -> 'byAccessLevels' ? d.access_level)
  and (w.filters -> 'byTags' is null or d.tags && search_lowercase(array(select jsonb_array_elements_text(w.filters -> 'byTags'))))
  and (w.filters -> 'byCategories' is null
    or d.categories && search_lowercase(array(select jsonb_array_elements_text(w.filters -> 'byCategories'))))`;
