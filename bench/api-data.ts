import type pg from 'pg';

/** How much there is of everything. */
export interface DataSize {
  labs: number;
  /** All in the first lab's data room; each is a document of search. */
  files: number;
  /** Feed entries, of all labs in turns. */
  activities: number;
}

/** Fills an empty, migrated database, always with the same, by statements that make many rows each. */
export async function fillDatabase(db: pg.Client, { labs, files, activities }: DataSize): Promise<void> {
  // Triggers would index file by file; below, all are indexed at once by the same functions.
  await db.query(`set session_replication_role = replica`);
  await db.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'; select setseed(0.5)`);
  await db.query(
    `insert into labs (ocl_id, token_id, account, shortname, name, description, image, account_did, data_room_did,
       registered_by, registered_at, latest_contribution_at, storage_limit, feed_length)
     select '0x0101' || lpad(to_hex(n), 60, '0'), n::text, '0x' || lpad(to_hex(n), 40, '0'), 'lab-' || n, 'Lab of things ' || n,
       'What this lab is about, in a sentence of the usual length that a card has room for, number ' || n,
       'https://pictures.example.org/' || n || '.png', 'did:odf:a' || n, 'did:odf:r' || n, '0x' || lpad('1', 40, '1'),
       timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-06-01' + n * 7919 % $1 * interval '1 minute',
       5000000000, ($2 - n) / $1 + 1
     from generate_series(1, $1::int) n`,
    [labs, activities],
  );
  // Words as languages have them: few are frequent, most are rare.
  await db.query(`create temporary table words as select n, 'w' || translate(to_hex(n * 7 + 4096), '0123456789', 'ghijklmnop') as word
    from generate_series(0, 9999) n`);
  await db.query(`create temporary table sentences as
    with known as materialized (select array_agg(word order by n) as words from words)
    select n, (select string_agg(words[1 + floor(10000 * power(random(), 4))::int + 0 * i], ' ') from generate_series(1, 24) i) as text
    from generate_series(1, ${files}) n, known`);
  await db.query(
    `insert into files (id, ocl_id, did, path, version, access_level, description, tags, categories, content_text, change_by)
     select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '0x0101' || lpad('1', 60, '0'), 'did:odf:f' || n,
       'series-' || n % 100 || '/sample-' || n || '.csv', 1, 'PUBLIC', left(text, 60), array['raw data'], array['Research data'],
       text, '0x' || lpad('1', 40, '1')
     from sentences`,
  );
  await db.query(
    `insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by)
     select id, 1, id, 'text/csv', md5(path) || md5(did), 1000, change_by from files`,
  );
  // An index is built in one go, not row by row.
  const indexes = ['search_documents_stems', 'search_documents_titles', 'search_documents_labels'];
  const { rows: made } = await db.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = any($1)',
    [indexes],
  );
  await db.query(`drop index ${indexes.join(', ')}`);
  await db.query(
    `insert into search_documents (ocl_id, file_id, access_level, tags, categories, stems)
     select ocl_id, id, access_level, search_lowercase(tags), search_lowercase(categories),
       search_vector(path, concat_ws(E'\\n', description, tags[1], categories[1]), content_text) from files`,
  );
  for (const { indexdef } of made) await db.query(indexdef);
  await db.query(`select search_learn(string_agg(word, ' ')) from words group by n % 100`);
  await db.query(
    `insert into activity (ocl_id, seq, kind, file, change_by, event_time, system_time)
     select '0x0101' || lpad(to_hex(n % $1 + 1), 60, '0'), n / $1 + 1, 'FILE_ADDED',
       jsonb_build_object('ref', 'did:odf:f' || n, 'path', 'series/sample-' || n || '.csv', 'tags', '[]'::jsonb, 'description', null,
         'version', 1, 'accessLevel', 'PUBLIC', 'categories', '[]'::jsonb, 'contentType', 'text/csv',
         'contentHash', 'sha256:' || md5(n::text), 'contentText', null),
       '0x' || lpad('1', 40, '1'), at, at
     from generate_series(0, $2::int - 1) n, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) moments`,
    [labs, activities],
  );
  await db.query('vacuum analyze');
}

/** Prompts of the words above: frequent, rare, both, several, unfinished and misspelt. */
export function prompts(): string[] {
  const word = (n: number) =>
    `w${(n * 7 + 4_096).toString(16).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
  return [
    `${word(0)} ${word(1)}`,
    word(9_000),
    `${word(0)} ${word(8_000)}`,
    `${word(10)} ${word(100)} ${word(1_000)}`,
    word(2_000).slice(0, 4),
    `${word(5_000)}z`,
    `sample ${word(300)}`,
    'raw data',
  ];
}
