import { ask } from '@labroom/testing/test-client.ts';
import { startTestEmbeddings } from '@labroom/testing/test-embeddings.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { embedDocuments } from '#worker/embed-documents.ts';
import { insertJudgedDocuments, judgedQueries } from './judged-set.fixture.ts';
import { ndcg } from './ndcg.fixture.ts';

/** Synonyms of the life sciences, as beginnings of words. They stand in for a language model. */
const meanings = [
  ['seaweed', 'kelp', 'algae'],
  ['dementia', 'alzheimer', 'tau'],
  ['fung', 'mycel', 'mycorrh', 'koji', 'mushroom'],
  ['cow', 'cattle', 'rumen', 'dairy'],
  ['senolytic', 'senescen', 'ageing', 'lifespan'],
  ['covid', 'coronavirus', 'sars', 'mpro'],
  ['flu', 'influenza'],
  ['hair', 'alopecia', 'follic'],
  ['psilocyb', 'psychedel'],
  ['forecast', 'predict'],
  ['antibod', 'neutralis'],
  ['plastic', 'microplast', 'petase', 'polyethyl'],
];

const endpoint = await startTestEmbeddings(meanings);
const service = await openTestService({
  insertsRows: true,
  variables: { EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MIN_SIMILARITY: '0.2' },
  config: (config) => ({
    ...config,
    embeddings: config.embeddings && {
      ...config.embeddings,
      timeouts: { promptMs: 30_000, nearestMs: 30_000, documentsMs: 30_000 },
    },
  }),
});
const keys = await insertJudgedDocuments(service.context.db);
afterAll(() => endpoint.stop());

const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { nodes {
  ... on SearchLabsFileHit { entry { file { did } } }
  ... on SearchLabsAnnouncementHit { announcement { id } } } } }`;

interface Node {
  entry?: { file: { did: string } };
  announcement?: { id: string };
}

/** Mean nDCG@10 over all prompts. */
async function measured(): Promise<number> {
  let sum = 0;
  for (const { prompt, grades } of judgedQueries) {
    const { nodes } = (await ask(service, SEARCH, { prompt })).searchLabs;
    const found = nodes.map((node: Node) => keys.get(node.entry?.file.did ?? node.announcement?.id ?? ''));
    sum += ndcg(found, grades);
  }
  return sum / judgedQueries.length;
}

test('a list of similar documents does not worsen the mean nDCG@10 of 40 prompts', async () => {
  // No document has a vector yet.
  const words = await measured();
  const log = pino({ level: 'silent' });
  let done = 1;
  while (done > 0) done = (await embedDocuments(service.context, log)).done;
  const both = await measured();
  console.log(`nDCG@10 by words ${words.toFixed(3)}, with similar documents ${both.toFixed(3)}`);
  expect(both).toBeGreaterThan(words - 0.01);
});
