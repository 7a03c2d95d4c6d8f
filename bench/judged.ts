import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ndcg } from '@labroom/service/operations/search/judged/ndcg.fixture.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import pg from 'pg';
import { z } from 'zod';
import { aboutRun, keepResults } from './keep-results.ts';
import { openStack, type Stack } from './stack/stack.ts';

/**
 * `node bench/judged.ts <collection.json>…`: how well search ranks collections that others have judged, beside plain BM25 over
 * the same words. A collection is `{ docs: [{ id, title, text }], queries: [{ id, text }], rel: { query: { document: gain } } }`.
 * Each document becomes a public file with its title as description. None is in the repository.
 */
const Collection = z.object({
  docs: z.array(z.object({ id: z.number(), title: z.string(), text: z.string() })),
  queries: z.array(z.object({ id: z.number(), text: z.string() })),
  rel: z.record(z.string(), z.record(z.string(), z.number())),
});
type Collection = z.infer<typeof Collection>;

/** Parameters of plain BM25. */
const [K1, B] = [1.2, 0.75];
/** Files that are uploaded at once. */
const UPLOADS = 8;
const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt, perPage: 10) { nodes {
  ... on SearchLabsFileHit { entry { file { path } } } } } }`;

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error('Give at least one collection. Search was not measured.');
const rows: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const file of positionals) {
  const collection = Collection.parse(JSON.parse(await readFile(file, 'utf8')));
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-judged-'));
  const stack = await openStack(dataDir, null);
  try {
    rows[basename(file, '.json')] = await measure(stack, collection);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true });
  }
}
console.table(rows);
await keepResults('judged', { ...aboutRun(), rows });

async function measure(stack: Stack, { docs, queries, rel }: Collection) {
  const waiting = [...docs];
  const upload = async () => {
    for (let doc = waiting.pop(); doc; doc = waiting.pop()) {
      const args = { path: `${doc.id}.txt`, description: doc.title.slice(0, 1_000), contentText: doc.text };
      const { error } = await uploadFile(stack, stack.lab, 'text', args);
      if (error) throw new Error(`${doc.id}: ${error.message}`);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, upload));
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const bm25 = await plainBm25(client, docs);
  const scores = { ours: 0, bm25: 0 };
  const judged = queries.filter(({ id }) => Object.keys(rel[id] ?? {}).length > 0);
  for (const { id, text } of judged) {
    const grades = new Map(Object.entries(rel[id] ?? {}));
    const { searchLabs } = await ask(stack, SEARCH, { prompt: text });
    const paths: string[] = searchLabs.nodes.map(
      (node: { entry: { file: { path: string } } }) => node.entry.file.path,
    );
    scores.ours += ndcg(
      paths.map((path) => path.replace('.txt', '')),
      grades,
    );
    scores.bm25 += ndcg(await bm25(text), grades);
  }
  await client.end();
  const mean = (sum: number) => Number((sum / judged.length).toFixed(3));
  return {
    documents: docs.length,
    questions: judged.length,
    'nDCG@10, ours': mean(scores.ours),
    BM25: mean(scores.bm25),
  };
}

/** Ranks titles and texts by BM25, a word as often as it is asked, with the stems of PostgreSQL's English dictionary. */
async function plainBm25(client: pg.Client, docs: Collection['docs']) {
  const { rows } = await client.query<{ id: number; stem: string; count: number }>(
    `select id, lexeme as stem, cardinality(positions) as count
     from json_to_recordset($1) as doc(id int, title text, text text), unnest(to_tsvector('english', title || ' ' || text))`,
    [JSON.stringify(docs)],
  );
  const postings = Map.groupBy(rows, ({ stem }) => stem);
  const lengths = new Map(docs.map(({ id }) => [id, 0]));
  for (const { id, count } of rows) lengths.set(id, (lengths.get(id) ?? 0) + count);
  const meanLength = rows.reduce((sum, { count }) => sum + count, 0) / docs.length;
  return async (text: string): Promise<string[]> => {
    const scores = new Map<number, number>();
    const asked = await client.query<{ stem: string; asked: number }>(
      "select lexeme as stem, cardinality(positions) as asked from unnest(to_tsvector('english', $1))",
      [text],
    );
    for (const { stem, asked: times } of asked.rows) {
      const found = postings.get(stem) ?? [];
      const rarity = Math.log(1 + (docs.length - found.length + 0.5) / (found.length + 0.5));
      for (const { id, count } of found) {
        const length = K1 * (1 - B + (B * (lengths.get(id) ?? 0)) / meanLength);
        scores.set(id, (scores.get(id) ?? 0) + (times * rarity * count * (K1 + 1)) / (count + length));
      }
    }
    return [...scores]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 10)
      .map(([id]) => String(id));
  };
}
