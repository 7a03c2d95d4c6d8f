import { CHUNK_BYTES, CHUNK_HASH_BYTES } from '@labroom/protocol/chunk-list';
import { type SQL, sql } from 'drizzle-orm';
import { EPOCH, endOfLog } from '#platform/db/event-log.ts';
import type { Invariant } from './invariant.ts';

/** SQL: `<table>` of files in data rooms and in the trash, with the columns that both have. */
const allFiles =
  sql.raw(`(select id, ocl_id, did, path, version, access_level, description, tags, categories, content_text, created_at, updated_at,
  change_by, moves from files union all select id, ocl_id, did, path, version, access_level, description, tags, categories, content_text,
  created_at, updated_at, change_by, moves from trashed_files)`);
const allVersions =
  sql.raw(`(select file_id, version, content_type, sha256, content_length, created_at, change_by, encryption, access_level,
  restored_from, former_access, change_note from file_versions union all select file_id, version, content_type, sha256, content_length, created_at,
  change_by, encryption, access_level, restored_from, former_access, change_note from trashed_versions)`);

const wallet = (column: string): SQL => sql.raw(`${column} !~ '^0x[0-9a-f]{40}$'`);

/**
 * What the database says twice, in places that no single statement changes. Each query lists where the two differ. Rows that say
 * something once are sealed by a hash when they are inserted (migration 52).
 */
export const evidence: Invariant[] = [
  {
    name: 'the event log has no holes',
    broken: sql`select 'event ' || number as subject from (
        select number, lag(number, 1, 0::bigint) over (order by number) as before from event_log) e
      where number <> before + 1 and not (number > before and number % ${EPOCH} = 1 and number <= (select log_base + 1 from installation))`,
  },
  {
    name: 'an event of a feed is logged as what it is',
    broken: sql`select 'event ' || e.number as subject from event_log e
      left join activity a on a.ocl_id = e.ocl_id and a.seq = e.seq
      where e.seq is not null and e.kind is distinct from a.kind`,
  },
  {
    name: 'an onchain event is logged as it is indexed, up to the newest that was considered',
    broken: sql`
      select 'event ' || e.number as subject from event_log e
      left join onchain_events o on o.chain_id = e.chain_id and o.block_number = e.block_number and o.log_index = e.log_index
      join chain_cursors c on c.chain_id = e.chain_id and e.block_number <= c.block_number
      where o.tx_hash is distinct from e.event ->> 'txHash' or o.event_name is distinct from e.event ->> 'eventName'
        or o.args::jsonb is distinct from (e.event -> 'args')::jsonb or o.ocl_id is distinct from e.ocl_id
      union all
      select 'the event at ' || o.block_number || ':' || o.log_index from onchain_events o
      join logged_chains l on l.chain_id = o.chain_id and (o.block_number, o.log_index) <= (l.block_number, l.log_index)
      where o.ocl_id is not null
        and not exists (select from event_log e where e.chain_id = o.chain_id and e.block_number = o.block_number and e.log_index = o.log_index)
        -- A contract that is followed since lately has events from before that are not logged.
        and exists (select from event_log e join onchain_events n on n.chain_id = e.chain_id and n.block_number = e.block_number
            and n.log_index = e.log_index
          where (n.block_number, n.log_index) < (o.block_number, o.log_index)
            and n.contract_address = o.contract_address and n.event_name = o.event_name)`,
  },
  {
    name: 'the index of a chain ends at the newest block whose hash it knows',
    broken: sql`select 'chain ' || c.chain_id as subject from chain_cursors c
      where c.block_hash <> '0x' and (
        not exists (select from chain_blocks b where (b.chain_id, b.number, b.hash) = (c.chain_id, c.block_number, c.block_hash))
        or exists (select from chain_blocks b where b.chain_id = c.chain_id and b.number > c.block_number)
        or exists (select from onchain_events o where o.chain_id = c.chain_id and o.block_number > c.block_number))`,
  },
  {
    name: 'a reader of the event log is not ahead of it',
    broken: sql`select reader as subject from (
        select 'job ' || name as reader, number from log_readers where name <> 'contract-events'
        union all select 'webhook ' || id, queued from webhooks
        union all select 'notice ' || number, event_number from notices) r
      where number > ${endOfLog}`,
  },
  {
    name: 'a version has the hash and the type of the entry of the feed that added it',
    broken: sql`select f.did || ' version ' || v.version as subject from ${allVersions} v join ${allFiles} f on f.id = v.file_id
      where v.former_access is null and not exists (select from activity a
        where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did and (a.file ->> 'version')::int = v.version
          and a.file ->> 'contentHash' = 'sha256:' || v.sha256 and a.file ->> 'contentType' = v.content_type)`,
  },
  {
    name: 'a version was made by whom the feed says',
    broken: sql`select f.did || ' version ' || v.version as subject from ${allVersions} v join ${allFiles} f on f.id = v.file_id
      where not exists (select from activity a
        where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did and (a.file ->> 'version')::int = v.version
          and a.change_by = v.change_by)`,
  },
  {
    name: 'a file has the access level of its newest version',
    broken: sql`select f.did as subject from ${allFiles} f join ${allVersions} v on v.file_id = f.id and v.version = f.version
      where f.access_level <> v.access_level`,
  },
  {
    name: 'a version that repeats an earlier one says of the content what that says',
    broken: sql`select f.did || ' version ' || v.version as subject from ${allVersions} v join ${allFiles} f on f.id = v.file_id
      join ${allVersions} o on o.file_id = v.file_id and o.version = v.restored_from
      where (v.sha256, v.content_length, v.content_type, v.encryption, v.access_level)
        is distinct from (o.sha256, o.content_length, o.content_type, o.encryption, o.access_level)`,
  },
  {
    // An entry of a change of access may say no texts.
    name: 'a file has the description, tags and categories that its feed says last',
    broken: sql`select f.did as subject from ${allFiles} f join lateral (
        select a.file, coalesce(a.file ->> 'description', '') || (a.file ->> 'tags') || (a.file ->> 'categories') = '[][]' as "isBare"
        from activity a where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did order by a.seq desc limit 1) newest on true
      join lateral (
        select a.file from activity a where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did
          and not (a.file ?| '{previousAccessLevel,sharedVersions}'
            and coalesce(a.file ->> 'description', '') || (a.file ->> 'tags') || (a.file ->> 'categories') = '[][]')
        order by a.seq desc limit 1) said on true
      where not (newest."isBare" and f.description is null and cardinality(f.tags) + cardinality(f.categories) = 0)
        and (f.description is distinct from said.file ->> 'description' or to_jsonb(f.tags) <> said.file -> 'tags'
          or to_jsonb(f.categories) <> said.file -> 'categories' or said.file ->> 'contentText' <> f.content_text)`,
  },
  {
    name: 'a file that was never moved is where its feed says',
    broken: sql`select f.did as subject from files f join lateral (
        select a.file from activity a where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did
        order by a.seq desc limit 1) said on true
      where f.moves = 0 and said.file ->> 'path' <> f.path
        and not exists (select from activity r where r.ocl_id = f.ocl_id and r.kind = 'ENTRIES_RESTORED')`,
  },
  {
    name: 'a former path leads to a file of its lab, which has moved as often',
    broken: sql`select p.ocl_id || ' ' || p.path as subject from former_paths p join files f on f.id = p.file_id
      where f.ocl_id <> p.ocl_id or p.move > f.moves or p.move < 1`,
  },
  {
    name: 'a version was added when its feed says, with the note that its feed has',
    broken: sql`select f.did || ' version ' || v.version as subject from ${allVersions} v join ${allFiles} f on f.id = v.file_id
      join lateral (select a.file, a.system_time from activity a
        where a.ocl_id = f.ocl_id and a.file is not null and a.file ->> 'ref' = f.did and (a.file ->> 'version')::int = v.version
        order by a.seq limit 1) added on true
      where v.change_note is distinct from added.file ->> 'changeNote'
        or v.created_at not between added.system_time - interval '1 minute' and added.system_time + interval '1 minute'`,
  },
  {
    name: 'an entry of a feed is about a release and an announcement that are there',
    broken: sql`select 'entry ' || a.ocl_id || ' ' || a.seq as subject from activity a
      where a.release_id is not null and not exists (select from releases r where r.id = a.release_id and r.ocl_id = a.ocl_id)
        or a.announcement_id is not null and not exists (select from announcements n where n.id = a.announcement_id and n.ocl_id = a.ocl_id)`,
  },
  {
    name: 'a release is what its manifest says',
    broken: sql`select did as subject from releases r cross join lateral (select r.manifest::jsonb as said) m
      where (r.did, r.ocl_id, r.number::text, r.name, r.description, r.created_by, r.file_count)
        is distinct from (said ->> 'did', said ->> 'oclId', said ->> 'number', said ->> 'name', said ->> 'description', said ->> 'createdBy',
          jsonb_array_length(said -> 'files'))`,
  },
  {
    name: 'a lab is as ready as its feed says last',
    broken: sql`select r.ocl_id as subject from lab_readiness r
      left join lateral (select a.plan, a.change_by from activity a where a.ocl_id = r.ocl_id and a.plan ? 'readiness' order by a.seq desc limit 1) said on true
      where r.level::text is distinct from said.plan -> 'readiness' ->> 'level'`,
  },
  {
    name: 'a discussion was begun by whom its first comment is from',
    broken: sql`select t.id::text as subject from threads t join lateral (
        select c.author from comments c where c.thread_id = t.id order by c.created_at, c.id limit 1) first on true
      where first.author <> t.created_by`,
  },
  {
    name: 'a lab changed last when its feed says',
    broken: sql`select l.ocl_id as subject from labs l
      where l.latest_contribution_at is distinct from (select max(a.system_time) from activity a where a.ocl_id = l.ocl_id)`,
  },
  {
    name: 'what is sealed says what it said when it was sealed',
    broken: sql`select 'entry ' || ocl_id || ' ' || seq as subject from activity a where seal <> seal_of(a)
      union all select 'announcement ' || id from announcements n where seal <> seal_of(n)
      union all select 'comment ' || id from comments c where deleted_at is null and seal <> seal_of(c)
      union all select ocl_id from labs l where seal <> seal_of(l)
      union all select 'profile of ' || wallet from profiles p where seal <> seal_of(p)`,
  },
  {
    name: 'the releases of keys of a lab are a chain of hashes without a gap',
    broken: sql`select subject from (
        select r.ocl_id || ' release ' || r.number as subject from key_releases r join (
            select id, lag(hash, 1, ''::bytea) over lab as former, row_number() over lab as place
            from key_releases where number is not null window lab as (partition by ocl_id order by number)) c on c.id = r.id
          where r.number <> c.place or r.hash is distinct from key_release_hash(c.former, c.place, r)
        union all select c.ocl_id from key_release_chains c
          where not exists (select from key_releases r where r.ocl_id = c.ocl_id and r.number = c.length and r.hash = c.hash)
        union all select r.ocl_id || ' release of ' || r.file_did from key_releases r
          where r.number is null and r.id > (select min(n.id) from key_releases n where n.number is not null and n.ocl_id = r.ocl_id)
        union all select distinct r.ocl_id from key_releases r
          where r.number is not null and not exists (select from key_release_chains c where c.ocl_id = r.ocl_id)) broken`,
  },
  {
    name: 'a file and an announcement are searched for, under their labels',
    broken: sql`select f.did as subject from files f left join search_documents d on d.file_id = f.id
        where d.id is null and not exists (select from search_moved m where m.file_id = f.id)
          or d.ocl_id <> f.ocl_id or d.access_level <> f.access_level or d.tags <> search_lowercase(f.tags)
          or d.categories <> search_lowercase(f.categories)
      union all select n.id::text from announcements n left join search_documents d on d.announcement_id = n.id
        where d.id is null or d.ocl_id <> n.ocl_id`,
  },
  {
    name: 'a document of the search has its row of embeddings',
    broken: sql`select 'document ' || d.id as subject from search_documents d
      where not exists (select from search_embeddings e where e.document_id = d.id)`,
  },
  {
    name: 'a DID of a lab, file or release has its key',
    broken: sql`select did as subject from (
        select account_did as did, 'account' as subject from labs union all select data_room_did, 'dataRoom' from labs
        union all select did, 'file' from ${allFiles} f union all select did, 'release' from releases) d
      where not exists (select from did_keys k where k.did = d.did and k.subject = d.subject)`,
  },
  {
    name: 'a lab is found by its shortname',
    broken: sql`select l.ocl_id as subject from labs l
      where not exists (select from lab_shortnames s where s.shortname = l.shortname and s.ocl_id = l.ocl_id)`,
  },
  {
    name: 'conditions are known to their lab, under their hash',
    broken: sql`select c.ocl_id || ' ' || c.digest as subject from lab_conditions c
        where c.digest <> encode(sha256(convert_to(c.conditions, 'UTF8')), 'hex')
      union all select f.did || ' version ' || v.version from ${allVersions} v join ${allFiles} f on f.id = v.file_id
        where v.encryption is not null and not exists (select from lab_conditions c where c.ocl_id = f.ocl_id and c.digest
          = encode(sha256(convert_to(coalesce(v.encryption ->> 'lookupConditions', v.encryption ->> 'accessControlConditions'), 'UTF8')), 'hex'))`,
  },
  {
    name: 'an object of many parts has a hash for each MiB',
    broken: sql`select v.did || ' version ' || v.version as subject from (
        select f.did, v.version, v.object_key, v.content_length from file_versions v join files f on f.id = v.file_id where v.restored_from is null
        union all select f.did, v.version, v.object_key, v.content_length from trashed_versions v join trashed_files f on f.id = v.file_id
          where v.restored_from is null) v join object_chunks c on c.object_key = v.object_key
      where octet_length(c.hashes) <> ceil(v.content_length / ${CHUNK_BYTES}::numeric) * ${CHUNK_HASH_BYTES}`,
  },
  {
    name: 'versions of a file in the trash are consecutive from 1, and the file names the newest',
    broken: sql`select f.did as subject from trashed_files f left join trashed_versions v on v.file_id = f.id
      group by f.id having min(v.version) is distinct from 1 or max(v.version) <> f.version or count(v.version) <> f.version
      union all select f.did from trashed_files f join trash_entries t on t.id = f.entry_id where t.ocl_id <> f.ocl_id
      union all select f.did from trashed_files f join files l on l.did = f.did`,
  },
  {
    name: 'an encrypted version in the trash has one key',
    broken: sql`select f.did as subject from trashed_versions v join trashed_files f on f.id = v.file_id
      left join data_keys k on k.bound_file_id = v.file_id and k.bound_version = coalesce(v.restored_from, v.version)
      where (v.encryption is not null) <> (k.wrap_hash is not null)`,
  },
  {
    name: 'a discussion of a file is in the lab of the file',
    broken: sql`select t.id::text as subject from threads t join ${allFiles} f on f.did = t.file_did
      where f.ocl_id <> t.ocl_id or t.version > f.version or t.key_version > t.version
      union all select r.file_did from file_reviews r join ${allFiles} f on f.did = r.file_did
      where f.ocl_id <> r.ocl_id or r.version > f.version`,
  },
  {
    name: 'a key is bound to a version that is there',
    // The key of a deleted file stays.
    broken: sql`select k.wrap_hash as subject from data_keys k join ${allFiles} f on f.id = k.bound_file_id
      where not exists (select from ${allVersions} v where v.file_id = k.bound_file_id and v.version = k.bound_version and v.encryption is not null)`,
  },
  {
    name: 'values have the form of their kind',
    broken: sql`select subject from (
        select did || ' version ' || v.version as subject from ${allVersions} v join ${allFiles} f on f.id = v.file_id
          where v.sha256 !~ '^[0-9a-f]{64}$' or v.content_length < 0 or ${wallet('v.change_by')}
            or v.content_type !~ '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+*-]+( *;.*)?$'
            or v.encryption is not null and (v.content_length < 16 or coalesce(v.encryption ->> 'iv', '') !~ '^[A-Za-z0-9+/]{16}$'
              or coalesce(v.encryption ->> 'contentHash', '') !~ '^sha256-[0-9a-f]{64}$')
        union all select did from ${allFiles} f where did !~ '^did:odf:fed01[0-9a-f]{64}$' or updated_at < created_at or ${wallet('change_by')}
        union all select ocl_id from labs where ocl_id !~ '^0x[0-9a-f]{64}$' or ${wallet('account')} or ${wallet('registered_by')}
        union all select 'entry ' || ocl_id || ' ' || seq from activity where ${wallet('change_by')}
        union all select 'comment ' || id from comments where ${wallet('author')}
        union all select 'release ' || id from key_releases where ${wallet('wallet')}) malformed`,
  },
  {
    name: 'nothing was written in the future',
    broken: sql`select subject from (
        select 'entry ' || ocl_id || ' ' || seq as subject, system_time as at from activity
        union all select did, updated_at from ${allFiles} f union all select 'comment ' || id, created_at from comments
        union all select 'release of a key ' || id, at from key_releases union all select ocl_id, registered_at from labs
        union all select 'event ' || number, logged_at from event_log union all select did, created_at from releases) written
      where at > now() + interval '1 hour'`,
  },
];
