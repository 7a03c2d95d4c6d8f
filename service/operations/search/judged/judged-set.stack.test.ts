import { ask } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertJudgedDocuments, judgedQueries } from './judged-set.fixture.ts';
import { ndcg } from './ndcg.fixture.ts';

const service = await openTestService({ insertsRows: true });
const keys = await insertJudgedDocuments(service.context.db);

const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { nodes {
  ... on SearchLabsFileHit { entry { file { did } } }
  ... on SearchLabsAnnouncementHit { announcement { id } } } } }`;

interface Node {
  entry?: { file: { did: string } };
  announcement?: { id: string };
}

async function ours(prompt: string): Promise<string[]> {
  const { searchLabs } = await ask(service, SEARCH, { prompt });
  return searchLabs.nodes.map((node: Node) => keys.get(node.entry?.file.did ?? node.announcement?.id ?? ''));
}

/** Plain PostgreSQL search on the same index: documents with all words, by `ts_rank_cd`. */
async function peer(prompt: string): Promise<string[]> {
  const { rows } = await service.context.db.execute<{ id: string }>(sql`
    select coalesce(f.did, d.announcement_id::text) as id
    from search_documents d left join files f on f.id = d.file_id, websearch_to_tsquery('public.search_stems', ${prompt}) query
    where stems @@ query order by ts_rank_cd(stems, query) desc, d.id limit 10`);
  return rows.map(({ id }) => keys.get(id) ?? '');
}

test('the mean nDCG@10 of 40 judged prompts is at least 0.91 and far above a plain query', async () => {
  const table: { prompt: string; ours: number; peer: number }[] = [];
  for (const { prompt, grades } of judgedQueries) {
    const row = { prompt, ours: ndcg(await ours(prompt), grades), peer: ndcg(await peer(prompt), grades) };
    table.push(row);
  }
  const mean = (of: 'ours' | 'peer') => table.reduce((sum, row) => sum + row[of], 0) / table.length;
  console.table(table.map((row) => ({ ...row, ours: row.ours.toFixed(3), peer: row.peer.toFixed(3) })));
  console.log(
    `nDCG@10 over ${table.length} prompts: ${mean('ours').toFixed(3)}, websearch_to_tsquery: ${mean('peer').toFixed(3)}`,
  );
  expect(judgedQueries).toHaveLength(40);
  expect(mean('ours')).toBeGreaterThan(0.91);
  expect(mean('ours')).toBeGreaterThan(mean('peer') + 0.5);
});
