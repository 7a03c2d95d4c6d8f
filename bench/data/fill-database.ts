import type pg from 'pg';
import { lists } from './fill-lists.ts';

/** Numbers of rows. The first lab has a tenth of files, entries, members and events, because real sizes are uneven. */
export interface DataSize {
  labs: number;
  files: number;
  activities: number;
}

export const full: DataSize = { labs: 10_000, files: 1_000_000, activities: 1_000_000 };
export const tenth: DataSize = { labs: 1_000, files: 100_000, activities: 100_000 };
/** A small size for quick runs. */
export const hundredth: DataSize = { labs: 100, files: 10_000, activities: 10_000 };
/** Sizes of the test of buffers, one ten times the other. */
export const few: DataSize = { labs: 400, files: 8_000, activities: 8_000 };
export const many: DataSize = { labs: 4_000, files: 80_000, activities: 80_000 };

export interface FirstLab {
  oclId: string;
  wallet: string;
}

/** Hash of many versions: SHA-256 of an empty file. */
export const commonHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** A path that the first lab has in every size. */
export const knownPath = 'series-7/sample-7.csv';

/** SQL for the lab of row number `n`, and the number of rows of the first lab. */
const labOf = (n: string, labs: number) =>
  `case when ${n} % 10 = 0 then $first else '0x0101' || lpad(to_hex(2 + (${n} / 10 * 9 + ${n} % 10 - 1) % ${labs - 1}), 60, '0') end`;
/** SQL for `wordOf` in prompts.ts. */
const word = (n: string) => `'w' || translate(to_hex((${n}) * 7 + 4096), '0123456789', 'ghijklmnop')`;
const wallet = (n: string) => `'0x' || lpad(to_hex(${n}), 40, 'a')`;

/**
 * Fills a migrated database that has at most the first lab, always with the same rows, by bulk statements. Disables
 * triggers and calls their functions in bulk instead.
 */
export async function fillDatabase(db: pg.Client, size: DataSize, first: FirstLab): Promise<void> {
  const run = (text: string) =>
    db.query(
      text.replaceAll('$first', `'${first.oclId}'`).replaceAll('$wallet', `'${first.wallet.toLowerCase()}'`),
    );
  await run(`set session_replication_role = replica`);
  await run(
    `set statement_timeout = 0; set maintenance_work_mem = '256MB'; set work_mem = '64MB'; select setseed(0.5)`,
  );
  // Building an index once is many times faster than adding each row to it.
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(secondaryIndexes);
  for (const { name } of indexes) await run(`drop index "${name}"`);
  await run(labs(size));
  for (const statement of members(size)) await run(statement);
  for (const statement of files(size)) await run(statement);
  for (const statement of feeds(size)) await run(statement);
  for (const statement of lists(size.files)) await run(statement);
  await buildSearch(run);
  for (const { definition } of indexes) await run(definition);
  // As the migration has it.
  await run('alter index files_trigrams alter column 1 set statistics 0');
  await run(`update labs set
    feed_length = coalesce((select max(seq) from activity a where a.ocl_id = labs.ocl_id), 0),
    feed_groups = coalesce((select max(number) from activity_groups g where g.ocl_id = labs.ocl_id), 0),
    text_bytes = (select coalesce(sum(feed_text_bytes(a.file, n.headline, n.body)), 0)
      from activity a left join announcements n on n.id = a.announcement_id where a.ocl_id = labs.ocl_id),
    file_count = (select count(*) from files f where f.ocl_id = labs.ocl_id),
    stored_bytes = coalesce((select sum(v.content_length) from files f join file_versions v on v.file_id = f.id
      where f.ocl_id = labs.ocl_id), 0)`);
  await run('vacuum analyze');
}

const secondaryIndexes = `select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and indexdef not like 'CREATE UNIQUE%'`;

function labs({ labs }: DataSize): string {
  return `insert into labs (ocl_id, token_id, account, shortname, name, description, image, account_did, data_room_did,
      registered_by, registered_at, latest_contribution_at, storage_limit)
    select '0x0101' || lpad(to_hex(n), 60, '0'), (1000000 + n)::text, ${wallet('n')}, 'lab-' || n, 'Lab of things ' || n,
      'What this lab is about, in a sentence of the usual length that a card has room for, number ' || n,
      'https://pictures.example.org/' || n || '.png', 'did:odf:a' || n, 'did:odf:r' || n, ${wallet('n')},
      timestamptz '2026-01-01' + n * interval '1 minute',
      timestamptz '2026-06-01' + n * 7919 % ${labs} * interval '1 minute', 5000000000
    from generate_series(2, ${labs}) n;
    insert into lab_shortnames (shortname, ocl_id) select shortname, ocl_id from labs on conflict do nothing;
    insert into did_links (ocl_id, status, user_op_hash, tx_hash)
      select ocl_id, 'LINKED', '0x' || md5(ocl_id), '0x' || md5(ocl_id) from labs on conflict do nothing`;
}

/** Holders, ten grants per lab, and their events. */
function members({ labs }: DataSize): string[] {
  const grants = 10 * labs;
  return [
    `insert into lab_owners (ocl_id, token_id, account, holder, minted_at, held_since)
      select ocl_id, token_id, account, registered_by, registered_at, registered_at from labs on conflict do nothing`,
    `create temporary table grants as select n, ${labOf('n', labs)} as ocl_id, ${wallet(`1000000 + n % ${grants / 5}`)} as wallet
      from generate_series(1, ${grants}) n`,
    `insert into role_grants (ocl_id, wallet, role, expiry, is_agent, granted_by, block_number)
      select ocl_id, wallet, case when n % 20 < 10 then 'VIEWER' else 'CONTRIBUTOR' end, 0, false, $wallet, 1000 + n from grants
      on conflict do nothing`,
    `update role_grants g set contributor = c.wallet
      from (select ocl_id, min(wallet) as wallet from role_grants where role = 'CONTRIBUTOR' group by 1) c
      where g.ocl_id = c.ocl_id and g.role = 'VIEWER'`,
    `insert into onchain_events (chain_id, block_number, log_index, contract_address, contract_name, event_name, args, tx_hash,
        tx_sender, block_hash, block_timestamp, ocl_id)
      select 31337, 1000 + n, 0, '0x' || lpad('c', 40, 'c'), 'accessresolver', 'RoleGranted',
        jsonb_build_object('oclId', ocl_id, 'account', wallet, 'role', 1, 'expiry', '0'), '0x' || md5(n::text) || md5(ocl_id),
        $wallet, '0x' || md5(n::text) || md5('b'), timestamptz '2026-01-01' + n * interval '12 seconds', ocl_id from grants
      on conflict do nothing`,
    // As the indexer writes them: a row covers at most 64 events that name an address.
    `insert into onchain_event_addresses (address, chain_id, first_block, last_block, block_offsets, log_indexes)
      select address, 31337, min(block), max(block), array_agg(block - first order by block), array_agg(0)
      from (select address, block, part, min(block) over (partition by address, part) as first
        from (select address, block, (row_number() over (partition by address order by block) - 1) / 64 as part
          from (select wallet as address, (1000 + n)::int as block from grants
            union all select $wallet, (1000 + n)::int from grants) named) numbered) parts
      group by address, part
      on conflict do nothing`,
    `insert into key_releases (ocl_id, file_did, path, version, wallet, outcome, predicates, request_id, at)
      select ocl_id, 'did:odf:f' || n, 'series/sample-' || n || '.csv', 1, wallet, 'released', '[]', gen_random_uuid()::text,
        timestamptz '2026-03-01' + n * interval '1 minute' from grants`,
  ];
}

/** Files with texts in which few words are frequent and most are rare; one in ten has a second version. */
function files({ labs, files }: DataSize): string[] {
  return [
    `create temporary table words as select n, ${word('n')} as word from generate_series(0, 9999) n`,
    `create temporary table sentences as
      select n, (select string_agg(${word('floor(10000 * power(random(), 4))::int + 0 * (i + n)')}, ' ') from generate_series(1, 24) i) as text
      from generate_series(1, ${files}) n`,
    `insert into files (id, ocl_id, did, path, version, access_level, description, tags, categories, content_text, change_by,
        created_at, updated_at)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        case when n = 7 then $first else ${labOf('n', labs)} end, 'did:odf:f' || n,
        'series-' || n % 100 || '/sample-' || n || '.csv', case when n % 10 = 3 then 2 else 1 end, 'PUBLIC', left(text, 60),
        array['raw data'], array['Research data'], text, $wallet, at, at
      from sentences, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) moments`,
    `insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by, created_at)
      select id, number, id || '/' || number, 'text/csv',
        case when right(did, 3) = '999' then '${commonHash}' else md5(path || number) || md5(did) end, 1000, change_by, created_at
      from files, lateral generate_series(1, version) number`,
  ];
}

/** Search documents. */
async function buildSearch(run: (text: string) => Promise<unknown>): Promise<void> {
  await run(
    `insert into search_documents (ocl_id, file_id, access_level, tags, categories, stems)
      select ocl_id, id, access_level, search_lowercase(tags), search_lowercase(categories),
        search_vector(path, concat_ws(E'\\n', description, tags[1], categories[1]), content_text) from files`,
  );
  await run(
    `insert into search_documents (ocl_id, announcement_id, access_level, tags, categories, stems)
      select ocl_id, id, 'PUBLIC', '{}', '{}', search_vector(headline, '', body) from announcements`,
  );
  await run(`select search_learn(string_agg(word, ' ')) from words group by n % 100`);
}

/** SQL: makes each entry of all feeds a group of its own. */
export const groupOfEachEntry = `insert into activity_groups
    (ocl_id, number, kind, change_by, entry_count, file_count, started_at, ended_at)
  select ocl_id, seq, kind, change_by, 1, (file is not null)::int, system_time, system_time from activity
  on conflict do nothing`;

/** Every hundredth entry is an announcement. */
function feeds({ labs, activities }: DataSize): string[] {
  return [
    `create temporary table entries as
      select n, ocl_id, row_number() over (partition by ocl_id order by n) as seq, n % 100 < 10 and n % 10 = n / 100 % 10 as announces,
        ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid as announcement
      from (select n, ${labOf('n', labs)} as ocl_id from generate_series(1, ${activities}) n) numbered`,
    `insert into announcements (id, ocl_id, headline, body, attachments)
      select announcement, ocl_id, 'Announcement ' || n, 'What there is to say', '{}' from entries where announces`,
    `insert into activity (ocl_id, seq, group_number, kind, file, announcement_id, change_by, event_time, system_time)
      select ocl_id, seq, seq, case when announces then 'ANNOUNCEMENT' else 'FILE_ADDED' end,
        case when announces then null else jsonb_build_object('ref', 'did:odf:f' || n, 'path', 'series/sample-' || n || '.csv',
          'tags', '[]'::jsonb, 'description', null, 'version', 1, 'accessLevel', 'PUBLIC', 'categories', '[]'::jsonb,
          'contentType', 'text/csv', 'contentHash', 'sha256:' || md5(n::text), 'contentText', null) end,
        case when announces then announcement end, $wallet, at, at
      from entries, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) moments`,
    groupOfEachEntry,
  ];
}
