import { ask } from '@labroom/testing/test-client.ts';
import { startTestEmbeddings } from '@labroom/testing/test-embeddings.ts';
import { encryptFor } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { embedDocuments } from '#worker/embed-documents.ts';
import { NearestDocuments } from './similar-documents.ts';

const API_KEY = 'sk-never-to-be-seen';
const timeouts = { promptMs: 30_000, nearestMs: 30_000, documentsMs: 30_000 };
const log = pino({ level: 'silent' });
const endpoint = await startTestEmbeddings([
  ['kelp', 'seaweed', 'algae'],
  ['dementia', 'alzheimer'],
  ['leather', 'hide'],
]);
const service = await openTestService({
  variables: {
    EMBEDDINGS_URL: endpoint.url,
    EMBEDDINGS_API_KEY: API_KEY,
    EMBEDDINGS_MODEL: 'stand-in',
    EMBEDDINGS_MIN_SIMILARITY: '0.2',
  },
  config: (config) => ({
    ...config,
    embeddings: config.embeddings && { ...config.embeddings, timeouts, restMs: 0 },
  }),
});
const lab = await registeredLab(service);
afterAll(() => endpoint.stop());
beforeEach(() => {
  Object.assign(endpoint.behaviour, { state: 'up', dimensions: 512, missing: 0, refuses: () => false });
  Object.assign(timeouts, { promptMs: 30_000 });
});

/** Embeds until no document is due. */
async function embed(): Promise<void> {
  let done = 1;
  while (done > 0) done = (await embedDocuments(service.context, log)).done;
}

async function search(prompt: string, filters?: object): Promise<string[]> {
  const { searchLabs } = await ask(
    service,
    `query($prompt: String!, $filters: SearchLabsFilters) { searchLabs(prompt: $prompt, filters: $filters) {
      totalCount nodes { ... on SearchLabsFileHit { entry { path } } } } }`,
    { prompt, filters },
  );
  expect(searchLabs.totalCount).toBe(searchLabs.nodes.length);
  return searchLabs.nodes.map(({ entry }: { entry?: { path: string } }) => entry?.path);
}

function change(ref: string, description: string) {
  const mutation = `mutation($oclId: String!, $ref: String!, $description: String) {
    updateFileMetadata(oclId: $oclId, ref: $ref, accessLevel: "PUBLIC", description: $description) { error { code } } }`;
  return ask(service, mutation, { oclId: lab.oclId, ref, description }, lab.token);
}

const upload = (path: string, description: string) => uploadFile(service, lab, 'x', { path, description });

async function rowsOf(path: string) {
  const { rows } = await service.context.db.execute<{ kept: boolean; due: boolean; dimensions: number }>(sql`
    select e.vector is not null as kept, coalesce(e.due_at <= now(), false) as due, e.dimensions
    from search_embeddings e join search_documents d on d.id = e.document_id join files f on f.id = d.file_id
    where f.path = ${path}`);
  return rows;
}

const warnings = () => service.logLines.filter((line) => line.includes('search by words alone'));

describe('with a language model, searchLabs', () => {
  test('finds documents with the same meaning in other words, once they are embedded', async () => {
    await upload('carbon.txt', 'What kelp forests bury');
    expect(await search('seaweed')).toEqual([]);
    await embed();
    expect(await search('seaweed')).toEqual(['carbon.txt']);
    expect(endpoint.requests.at(0)).toMatchObject({ model: 'stand-in', authorization: `Bearer ${API_KEY}` });
  });

  test('ranks documents of both lists above documents of one, and counts each once', async () => {
    await upload('both.txt', 'Seaweed');
    await upload(
      'words.txt',
      'Seaweed, of which this says little beside barges, tariffs, ports, cranes and harbour dues',
    );
    await embed();
    expect(await search('seaweed')).toEqual(['both.txt', ...(await search('seaweed')).slice(1)]);
    expect(new Set(await search('seaweed'))).toEqual(new Set(['both.txt', 'words.txt', 'carbon.txt']));
  });

  test('applies the filters', async () => {
    expect(await search('algae', { byKinds: ['ANNOUNCEMENT'] })).toEqual([]);
    expect(await search('algae', { byOclIds: [`0x0101${'9'.repeat(60)}`] })).toEqual([]);
    expect(await search('algae', { byOclIds: [lab.oclId] })).toContain('carbon.txt');
  });

  test('stops finding a changed file by its former meaning at once, and finds it by the new one', async () => {
    const { datasetId } = await upload('changed.txt', 'Memory in dementia');
    await embed();
    expect(await search('alzheimer')).toEqual(['changed.txt']);
    await change(datasetId, 'Leather from fungi');
    expect(await search('alzheimer')).toEqual([]);
    expect(await rowsOf('changed.txt')).toMatchObject([{ kept: false, due: true }]);
    await embed();
    expect(await search('alzheimer')).toEqual([]);
    expect(await search('hides')).toEqual(['changed.txt']);
  });

  test('stores no vector of a document that changed while it was embedded', async () => {
    const { datasetId } = await upload('moving.txt', 'Not toxic');
    const embeddings = {
      model: 'stand-in',
      embed: async (texts: readonly string[]) => {
        await change(datasetId, 'Toxic, not');
        return texts.map(() => new Float32Array(512).fill(1 / Math.sqrt(512)));
      },
    };
    await embedDocuments({ ...service.context, embeddings }, log);
    expect(await rowsOf('moving.txt')).toMatchObject([{ kept: false, due: true }]);
    await embed();
    expect(await rowsOf('moving.txt')).toMatchObject([{ kept: true, due: false }]);
  });

  test('deletes the vector with the file', async () => {
    await upload('gone.txt', 'Leather goods');
    await embed();
    expect(await search('hides')).toContain('gone.txt');
    const mutation = `mutation($oclId: String!, $path: String!, $changeBy: String!) {
      deleteDataRoomFile(oclId: $oclId, path: $path, changeBy: $changeBy) { error { code } } }`;
    await ask(service, mutation, { oclId: lab.oclId, path: 'gone.txt', changeBy: lab.wallet }, lab.token);
    expect(await search('hides')).not.toContain('gone.txt');
    const { rows } = await service.context.db.execute(
      sql`select 1 from search_embeddings where document_id not in (select id from search_documents)`,
    );
    expect(rows).toEqual([]);
  });

  test('sends only the public metadata of an encrypted file', async () => {
    const plaintext = 'the catalyst is palladium on charcoal';
    const { ciphertext, encryptionMetadata, plaintextDEK } = await encryptFor(service, lab, plaintext);
    const open = { path: 'sealed/route.txt', description: 'Synthesis route', tags: ['chemistry'] };
    await uploadFile(service, lab, ciphertext, { ...open, accessLevel: 'ADMIN', encryptionMetadata });
    await embed();
    const sent = endpoint.requests.flatMap(({ input }) => input).filter((text) => text.includes('sealed/'));
    expect(sent).toEqual(['sealed/route.txt\nSynthesis route\nchemistry']);
    const everything = JSON.stringify(endpoint.requests);
    for (const secret of ['palladium', ciphertext.toString('base64'), plaintextDEK, encryptionMetadata.iv])
      expect(everything).not.toContain(secret);
  });
});

describe('when the endpoint', () => {
  test('is down, search uses words only and logs a warning; documents stay due', async () => {
    endpoint.behaviour.state = 'down';
    await upload('waiting.txt', 'Quagga and kelp');
    await expect(embedDocuments(service.context, log)).rejects.toThrow('answered 500');
    expect(await rowsOf('waiting.txt')).toMatchObject([{ kept: false, due: true }]);
    const before = warnings().length;
    expect(await search('quagga')).toEqual(['waiting.txt']);
    expect(warnings().length).toBe(before + 1);
    endpoint.behaviour.state = 'up';
    await embed();
    expect(await search('quaggas or algae')).toContain('waiting.txt');
  });

  test('does not respond, search times out quickly and uses words only', async () => {
    endpoint.behaviour.state = 'silent';
    timeouts.promptMs = 50;
    const before = warnings().length;
    expect(await search('quagga kelp')).toContain('waiting.txt');
    expect(warnings().length).toBe(before + 1);
  });

  test('returns fewer vectors than texts, none is stored', async () => {
    await upload('few-1.txt', 'One');
    await upload('few-2.txt', 'Two');
    endpoint.behaviour.missing = 1;
    await expect(embedDocuments(service.context, log)).rejects.toThrow('1 vectors for 2 texts');
    for (const path of ['few-1.txt', 'few-2.txt'])
      expect(await rowsOf(path)).toMatchObject([{ kept: false, due: true }]);
    endpoint.behaviour.missing = 0;
    await embed();
    expect(await rowsOf('few-1.txt')).toMatchObject([{ kept: true, due: false }]);
  });

  test('rejects one text, the others get their vectors, and that one is retried much later', async () => {
    endpoint.behaviour.refuses = (text) => text.includes('unreadable');
    await upload('bad.txt', 'unreadable');
    await upload('good.txt', 'readable');
    await embed();
    expect(await rowsOf('bad.txt')).toMatchObject([{ kept: false, due: false }]);
    expect(await rowsOf('good.txt')).toMatchObject([{ kept: true, due: false }]);
    expect(await search('unreadable')).toContain('bad.txt');
  });

  test('changes the dimension, search uses words only until all documents are embedded again', async () => {
    endpoint.behaviour.dimensions = 384;
    expect(await search('alzheimer algae')).toEqual([]);
    await upload('new.txt', 'Brown algae');
    await embed();
    expect(await rowsOf('carbon.txt')).toMatchObject([{ kept: true, dimensions: 384 }]);
    expect(await search('seaweeds')).toContain('carbon.txt');
  });

  test('changes the model, vectors of the former model are not compared', async () => {
    const embeddings = {
      model: 'another',
      embed: async (texts: readonly string[]) =>
        texts.map(() => new Float32Array(384).fill(1 / Math.sqrt(384))),
    };
    const other = { ...service.context, embeddings };
    while ((await embedDocuments(other, log)).done > 0);
    const { rows } = await service.context.db.execute(
      sql`select distinct model from search_embeddings where vector is not null`,
    );
    expect(rows).toEqual([{ model: 'another' }]);
    endpoint.behaviour.dimensions = 384;
    expect(await search('seaweeds')).not.toContain('carbon.txt');
  });

  test('is called, neither its key nor a text is logged', () => {
    const all = service.logLines.join('\n');
    expect(warnings().length).toBeGreaterThan(0);
    expect(all).not.toContain(API_KEY);
    expect(all).not.toContain('quagga');
    expect(JSON.stringify(service.context.config)).not.toContain(API_KEY);
  });
});

test('an endpoint that failed is not called for a while', async () => {
  let [asked, time] = [0, 0];
  const embeddings = {
    model: 'stand-in',
    embed: () => {
      asked += 1;
      return Promise.reject(new Error('down'));
    },
  };
  const index = { nearest: async () => [1], close: async () => {} };
  const config = { minSimilarity: 0, timeouts, restMs: 10_000 };
  const similar = new NearestDocuments({ embeddings, index, config, now: () => time });
  for (const at of [0, 1, 9_999]) {
    time = at;
    expect(await similar.to(`prompt ${at}`, 10, log)).toEqual([]);
  }
  expect(asked).toBe(1);
  time = 10_000;
  await similar.to('prompt', 10, log);
  expect(asked).toBe(2);
});
