import { sql } from 'drizzle-orm';
import { markedLists } from '#core/feed/feed-marks.ts';
import type { Reader } from '#platform/db/database.ts';
import { computed } from './computed.ts';
import { evidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';

const invariants: Invariant[] = [
  {
    name: 'versions of a file are consecutive from 1, and the file names the newest',
    broken: sql`select f.did as subject from files f left join file_versions v on v.file_id = f.id
      group by f.id having min(v.version) is distinct from 1 or max(v.version) <> f.version
        or count(v.version) <> f.version`,
  },
  {
    name: 'the stored bytes of a lab are the sum of its versions and manifests, and within its quota',
    broken: sql`select l.ocl_id as subject from labs l
      left join lateral (
        select content_length from files f join file_versions v on v.file_id = f.id
          where f.ocl_id = l.ocl_id and v.restored_from is null
        union all select manifest_length from releases r where r.ocl_id = l.ocl_id
        union all select content_length from trash_entries t where t.ocl_id = l.ocl_id) v on true
      group by l.ocl_id having l.stored_bytes <> coalesce(sum(v.content_length), 0)`,
  },
  {
    name: 'the text bytes of a lab are the sum over its feed and its discussions',
    broken: sql`select l.ocl_id as subject from labs l left join activity a on a.ocl_id = l.ocl_id
      left join announcements n on n.id = a.announcement_id
      group by l.ocl_id having l.text_bytes <> coalesce(sum(feed_text_bytes(a.file, n.headline, n.body)), 0) + (
        select coalesce(sum(octet_length(coalesce(c.body, '')) + octet_length(coalesce(c.ciphertext, ''))), 0)
        from threads t join comments c on c.thread_id = t.id where t.ocl_id = l.ocl_id)`,
  },
  {
    name: 'a discussion counts its comments that are not deleted',
    broken: sql`select t.id::text as subject from threads t left join comments c on c.thread_id = t.id
      group by t.id having t.comment_count <> count(c.id) filter (where c.deleted_at is null)`,
  },
  {
    name: 'a discussed file is in its data room or in the trash',
    broken: sql`select t.id::text as subject from threads t where t.file_did is not null
      and not exists (select from files f where f.did = t.file_did)
      and not exists (select from trashed_files f where f.did = t.file_did)`,
  },
  {
    name: 'the key of an encrypted comment can be derived from the data key of its version, or is kept',
    broken: sql`select c.id::text as subject from comments c join threads t on t.id = c.thread_id
      join files f on f.did = t.file_did join file_versions v on v.file_id = f.id and v.version = t.version
      where c.key_sha256 is not null and (v.encryption is null or c.key_sha256 <> v.sha256)
        and not exists (select from discussion_keys k where k.file_did = t.file_did and k.key_version = t.key_version
          and k.sha256 = c.key_sha256 and (k.published is not null or v.encryption is not null))`,
  },
  {
    name: 'the file count of a lab is the number of its files',
    broken: sql`select l.ocl_id as subject from labs l left join files f on f.ocl_id = l.ocl_id
      group by l.ocl_id having l.file_count <> count(f.id)`,
  },
  {
    name: 'a feed is dense: its entries are numbered from 1 to its length',
    broken: sql`select l.ocl_id as subject from labs l left join activity a on a.ocl_id = l.ocl_id
      group by l.ocl_id having count(a.seq) <> l.feed_length
        or coalesce(max(a.seq), 0) <> l.feed_length or min(a.seq) < 1`,
  },
  {
    name: 'groups of a feed are numbered from 1 to their count, and count the entries and files in them',
    broken: sql`select l.ocl_id as subject from labs l left join lateral (
        select count(*) as groups, max(number) as last, bool_or(g.entry_count <> e.entries or g.file_count <> e.files) as miscounted
        from activity_groups g left join lateral (
          select count(*) as entries, count(distinct a.file ->> 'ref') as files from activity a
          where a.ocl_id = g.ocl_id and a.group_number = g.number) e on true
        where g.ocl_id = l.ocl_id) g on true
      where l.feed_groups <> g.groups or l.feed_groups <> coalesce(g.last, 0) or g.miscounted
        or l.feed_length <> (select coalesce(sum(entry_count), 0) from activity_groups where ocl_id = l.ocl_id)`,
  },
  ...markedLists.map(({ name, rows, time, where }) => ({
    name: `between two marks are as many ${name} as the marks say`,
    broken: sql`select n as subject from (
        select n, until, n - lag(n, 1, 0::bigint) over (order by n) as rows,
          lag(until, 1, '-infinity') over (order by n) as since from feed_marks where list = ${name}) mark
      where rows <> (select count(*) from ${rows} where ${time} > since and ${time} <= until and ${where})`,
  })),
  {
    name: 'lists leave out what is hidden, and nothing else',
    broken: sql`
      select 'lab ' || ocl_id as subject from labs l where hidden <> exists
        (select from hides where kind = 'LAB' and subject = l.ocl_id and shown_at is null)
      union all select 'file ' || did from (select did, hidden from files union all select did, hidden from trashed_files) f where hidden <> exists
        (select from hides where kind = 'FILE' and subject = f.did and shown_at is null)
      union all select 'release ' || did from releases r where hidden <> exists
        (select from hides where kind = 'RELEASE' and subject = r.did and shown_at is null)
      union all select 'discussion ' || id from threads t where hidden <> exists
        (select from hides where kind = 'THREAD' and subject = t.id::text and shown_at is null)
      union all select 'comment ' || id from comments c where hidden <> exists
        (select from hides where kind = 'COMMENT' and subject = c.id::text and shown_at is null)
      union all select 'entry ' || ocl_id || ' ' || seq from activity a where hidden <> activity_is_hidden(a)
      union all select 'document ' || id from search_documents d where hidden <> search_is_hidden(d)
      union all select 'group ' || g.ocl_id || ' ' || g.number from activity_groups g cross join lateral (
          select count(*) filter (where not a.hidden) as entries, count(distinct a.file ->> 'ref') filter (where not a.hidden) as files
          from activity a where a.ocl_id = g.ocl_id and a.group_number = g.number) shown
        where g.hidden <> (shown.entries = 0) or coalesce(g.shown_entries, g.entry_count) <> shown.entries
          or coalesce(g.shown_files, g.file_count) <> shown.files`,
  },
  {
    name: 'the to-dos of a lab are numbered from 0 without gaps',
    broken: sql`select ocl_id as subject from lab_todos
      group by ocl_id having count(*) <> count(distinct position) or max(position) <> count(*) - 1 or min(position) <> 0`,
  },
  {
    name: 'every entry of a feed is in the event log once, or waits for its number',
    broken: sql`select a.ocl_id || ' ' || a.seq as subject from activity a
      left join event_log e on e.ocl_id = a.ocl_id and e.seq = a.seq
      left join unlogged_activity u on u.ocl_id = a.ocl_id and u.seq = a.seq
      where (e.seq is null) = (u.seq is null)`,
  },
  {
    name: 'a file has one FILE_ADDED entry, and one entry for each further version',
    broken: sql`select f.did as subject from files f join activity a
        on a.ocl_id = f.ocl_id and a.file ->> 'ref' = f.did
      group by f.id having count(*) filter (where a.kind = 'FILE_ADDED') <> 1
        or count(*) filter (where a.kind = 'FILE_REMOVED') <> 0
        or count(distinct a.file ->> 'version') <> f.version`,
  },
  {
    name: 'every file has an entry in the feed',
    broken: sql`select f.did as subject from files f where not exists
      (select 1 from activity a where a.ocl_id = f.ocl_id and a.file ->> 'ref' = f.did)`,
  },
  {
    name: 'a removed file has one FILE_REMOVED entry',
    broken: sql`select a.file ->> 'ref' as subject from activity a where a.kind = 'FILE_REMOVED'
      group by 1 having count(*) > 1`,
  },
  {
    name: 'an upload token made one version, and no version came from two',
    broken: sql`select u.result ->> 'datasetId' as subject from uploads u
      where u.finished_at is not null and not u.result ? 'replaced'
      group by u.result ->> 'datasetId', u.result ->> 'version' having count(*) > 1`,
  },
  {
    name: 'a release has the hash of its manifest and one entry in the feed, and releases are numbered without gaps',
    broken: sql`select r.did as subject from releases r left join activity a on a.release_id = r.id
      group by r.id having count(a.seq) <> 1 or r.number <> (select count(*) from releases o
          where o.ocl_id = r.ocl_id and o.number <= r.number)
        or r.manifest_sha256 <> encode(sha256(convert_to(r.manifest, 'UTF8')), 'hex')
        or r.manifest_length <> octet_length(r.manifest)`,
  },
  {
    name: 'an announcement has one entry in the feed',
    broken: sql`select n.id::text as subject from announcements n
      left join activity a on a.announcement_id = n.id group by n.id having count(a.seq) <> 1`,
  },
  {
    name: 'an encrypted version has one key, and a key one version',
    broken: sql`select f.did as subject from file_versions v join files f on f.id = v.file_id
      left join data_keys k on k.bound_file_id = v.file_id and k.bound_version = coalesce(v.restored_from, v.version)
      where (v.encryption is not null) <> (k.wrap_hash is not null)`,
  },
  {
    name: 'no referenced object is queued for deletion',
    broken: sql`select v.object_key as subject
      from (select object_key from file_versions union all select object_key from trashed_versions
        union all select picture from profiles) v
      join object_deletions d on d.object_key = v.object_key`,
  },
  {
    name: 'hashes of chunks belong to an object that is stored',
    broken: sql`select c.object_key as subject from object_chunks c
      where not exists (select from file_versions v where v.object_key = c.object_key)
        and not exists (select from trashed_versions v where v.object_key = c.object_key)
        and not exists (select from object_deletions d where d.object_key = c.object_key)
        and not exists (select from uploads u where u.object_key = c.object_key)`,
  },
  {
    name: 'a restored version has the object of the version that it repeats',
    broken: sql`select f.did as subject from file_versions v join files f on f.id = v.file_id
      left join file_versions o on o.file_id = v.file_id and o.version = v.restored_from
      where v.restored_from is not null and (o.restored_from is not null or o.object_key is distinct from v.object_key)`,
  },
  {
    name: 'an entry of the trash counts its files and bytes, which are in no data room',
    broken: sql`select t.id::text as subject from trash_entries t
      left join trashed_files f on f.entry_id = t.id left join trashed_versions v on v.file_id = f.id
      left join files live on live.id = f.id
      group by t.id having t.file_count <> count(distinct f.id) or count(live.id) > 0
        or t.content_length <> coalesce(sum(v.content_length) filter (where v.restored_from is null), 0)`,
  },
  {
    name: 'no row is parked: a move gives every row its path',
    broken: sql`select did as subject from files where path collate "C" < chr(2)
      union all select path from folders where path collate "C" < chr(2)`,
  },
  {
    name: 'what an address holds of a lab token is the sum of its indexed transfers',
    broken: sql`select coalesce(b.holder, t.holder) as subject from lab_token_balances b full join (
        select chain_id, token, holder, sum(change) as balance from (
          select chain_id, contract_address as token, args ->> 'to' as holder, (args ->> 'value')::numeric as change
            from onchain_events where contract_name = 'ipt' and event_name = 'Transfer'
          union all select chain_id, contract_address, args ->> 'from', -(args ->> 'value')::numeric
            from onchain_events where contract_name = 'ipt' and event_name = 'Transfer') changes
        where holder <> '0x' || repeat('0', 40) group by 1, 2, 3 having sum(change) <> 0) t
      on t.chain_id = b.chain_id and t.token = b.token and t.holder = b.holder
      where b.balance is distinct from t.balance`,
  },
  {
    name: 'the supply of a lab token is the sum of its balances, and its holders are counted',
    broken: sql`select k.address as subject from lab_tokens k
      left join lab_token_balances b on b.chain_id = k.chain_id and b.token = k.address
      group by k.chain_id, k.address having k.supply <> coalesce(sum(b.balance), 0)
        or k.holder_count <> count(*) filter (where b.balance > 0)`,
  },
  {
    name: 'a payment is reused only if it was certainly not spent, for the same request, at most three times',
    broken: sql`select payer || ' ' || nonce as subject from paid_calls
      group by network, asset, method, payer, nonce
      having count(*) > 3 or count(*) filter (where state not in ('released', 'failed')) > 1
        or max(attempt) <> count(*) or count(distinct request_hash) > 1`,
  },
  {
    name: 'a settled call has a transaction',
    broken: sql`select id::text as subject from paid_calls where state = 'settled' and transaction is null`,
  },
  {
    name: 'a transfer settles one call',
    broken: sql`select transaction as subject from paid_calls where state = 'settled' and method <> 'channel'
      group by network, transaction
      having count(*) filter (where transfer_log_index is null) > 0
        or (min(transfer_log_index) < 0 and count(*) filter (where reason is distinct from 'transaction_shared') > 1)`,
  },
  {
    name: 'a signed payment is stored exactly while it may be settled',
    broken: sql`select id::text as subject from paid_calls
      where (payment is not null) <> (state in ('serving', 'served', 'unknown') and method <> 'channel')`,
  },
  {
    name: 'a channel is charged for each call that it pays, once',
    broken: sql`select id as subject from payment_channels c where charged <> opening + coalesce((
      select sum((quote ->> 'amount')::numeric) from paid_calls p where p.channel_id = c.id and p.state in ('served', 'settled')), 0)
        or claimed > charged or (charged > claimed) <> (claim_at is not null)`,
  },
];

/** Looks for violations, and returns one sentence for each. */
export type FindBroken = (db: Reader) => Promise<string[]>;

const byQuery =
  ({ name, broken }: Invariant): FindBroken =>
  async (db) => {
    const { rows } = await db.execute<{ subject: string }>(broken);
    return rows.map(({ subject }) => `${subject} violates: ${name}.`);
  };

/** Every invariant, apart from the others. */
export const everyInvariant: readonly FindBroken[] = [
  ...[...invariants, ...evidence].map(byQuery),
  ...computed,
];

/** Returns one sentence per violation. */
export async function brokenInvariants(db: Reader): Promise<string[]> {
  const found: string[] = [];
  for (const find of everyInvariant) found.push(...(await find(db)));
  return found;
}
