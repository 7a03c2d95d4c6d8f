import { DocumentIndex } from '@labroom/search-index/document-index';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withConnection } from '#platform/db/open-database.ts';
import { readAll } from './document-feed.ts';

const { db } = await openTestDatabase();

test('an index loads each portion of the documents by their key, however many there are', async () => {
  await db.transaction(async (tx) => {
    // Without their files.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into search_documents (ocl_id, file_id, access_level, tags, categories, stems)
      select '0x', gen_random_uuid(), 'PUBLIC', '{}', '{}', to_tsvector('simple', 'word' || n) from generate_series(1, 5000) n`);
  });
  await db.execute(sql`vacuum analyze search_documents`);
  await withConnection(db.$client, async (_, client) => {
    const before = await client.query<{ read: string }>(READ_ROWS);
    const index = new DocumentIndex();
    await readAll(client, index);
    await client.query('select pg_stat_force_next_flush()');
    const after = await client.query<{ read: string }>(READ_ROWS);
    expect(Number(after.rows[0]?.read) - Number(before.rows[0]?.read)).toBe(5_000);
  });
});

/** Rows that scans of the table or of its key have read. */
const READ_ROWS = `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'search_documents'`;
