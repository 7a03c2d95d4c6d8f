import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/test-database.ts';
import { COUNTED_DOCUMENTS, reachOf, wordsOfPrompt } from './prompt-words.ts';
import { rank } from './rank.ts';
import { filterCondition } from './search-filters.ts';
import { termsOf } from './terms.ts';

const DOCUMENTS = COUNTED_DOCUMENTS + 1_000;
const { db } = await openTestDatabase();
beforeAll(async () => {
  await db.execute(sql`insert into labs (ocl_id, token_id, account, shortname, name, account_did, data_room_did, registered_by, storage_limit)
    values ('0x01', '1', '0x1', 'lab-1', 'Lab', 'did:odf:a', 'did:odf:r', '0x1', 1)`);
  // All documents have one word, half of them a second, one a third.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into search_documents (ocl_id, announcement_id, access_level, tags, categories, stems)
      select '0x01', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'PUBLIC', '{}', '{}', search_vector('n' || n,
        '', 'quokka' || case when n % 2 = 0 then ' wombat' else '' end || case when n = 4 then ' numbat' else '' end)
      from generate_series(1, ${DOCUMENTS}::int) n`);
  });
});

const documentsOf = async (word: string) => (await wordsOfPrompt(db, word)).words[0]?.documents;

test('documents are counted up to a limit, and estimated by the statistics of PostgreSQL above it', async () => {
  expect(await documentsOf('quokka')).toBe(COUNTED_DOCUMENTS);
  await db.execute(sql`analyze search_documents`);
  expect(await documentsOf('quokka')).toBe(DOCUMENTS);
  expect(await documentsOf('wombat')).toBe(DOCUMENTS / 2);
  expect(await documentsOf('numbat')).toBe(1);
  const any = `'quokka' | 'numbat'`;
  expect((await reachOf(db, [any])).get(any)).toEqual({ documents: DOCUMENTS, titles: 0, labs: [] });
});

test('an old document with a rare word ranks above new ones with frequent words', async () => {
  const terms = await termsOf(db, 'quokka wombat numbat');
  const { hits, totalCount } = await rank(db, {
    ...terms,
    similar: [],
    filter: filterCondition({}),
    listLabFiles: true,
    page: 0,
    perPage: 3,
  });
  expect(hits.map(({ announcementId }) => Number(announcementId?.slice(-12)))).toEqual([
    4,
    DOCUMENTS,
    DOCUMENTS - 2,
  ]);
  expect(totalCount).toBeGreaterThan(1_000);
});
