import { parentPort, workerData } from 'node:worker_threads';
import { VectorMatrix } from '@labroom/search-index/vector-matrix';
import { Client } from 'pg';
import type { Answered, Numbered } from './index-thread.ts';

/** Database and model of the vectors. */
export interface VectorsTask {
  databaseUrl: string;
  model: string;
}

export interface NearestQuestion {
  /** Of length 1. */
  vector: Float32Array;
  limit: number;
  minSimilarity: number;
}

const { databaseUrl, model }: VectorsTask = workerData;
const portion = 2_000;
let client: Promise<Client> | undefined;
let matrix = new VectorMatrix(0);
/** Transactions before this one have been seen. */
let since: string | null = null;

async function connect(): Promise<Client> {
  const connection = new Client({ connectionString: databaseUrl, statement_timeout: 30_000 });
  connection.on('error', () => {
    client = undefined;
  });
  await connection.connect();
  return connection;
}

/**
 * Updates the matrix: reads all rows first, then rows of transactions that may not have been visible the last time. Rows
 * of future transaction ids, which a restored backup can contain, were read at the start.
 */
async function synchronize(db: Client): Promise<void> {
  await db.query('begin isolation level repeatable read read only');
  try {
    const { rows } = await db.query('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
    const changed =
      since === null ? 'true' : 'changed_in >= $5 and changed_in < pg_snapshot_xmax(pg_current_snapshot())';
    const text = `select document_id, case when model = $1 and dimensions = $2 then vector end as vector
      from search_embeddings where document_id > $3 and ${changed} order by document_id limit $4`;
    for (let last = '0'; ; ) {
      const values = [model, matrix.dimensions, last, portion, ...(since === null ? [] : [since])];
      const page = await db.query<{ document_id: string; vector: Buffer | null }>(text, values);
      for (const { document_id, vector } of page.rows) matrix.set(Number(document_id), vector);
      const end = page.rows.at(-1);
      if (!end || page.rows.length < portion) break;
      last = end.document_id;
    }
    since = rows[0].xmin;
  } finally {
    await db.query('commit');
  }
}

async function nearest({ vector, limit, minSimilarity }: NearestQuestion): Promise<number[]> {
  client ??= connect();
  const db = await client;
  if (matrix.dimensions !== vector.length) {
    matrix = new VectorMatrix(vector.length);
    since = null;
  }
  await synchronize(db);
  for (;;) {
    const found = matrix.nearest(vector, limit, minSimilarity);
    const { rows } = await db.query<{ id: string }>(
      'select document_id as id from search_embeddings where document_id = any($1) and vector is not null',
      [found],
    );
    if (rows.length === found.length) return found;
    // Deleted since the last read; no other query reports it.
    const there = new Set(rows.map(({ id }) => Number(id)));
    for (const id of found) if (!there.has(id)) matrix.set(id, null);
  }
}

// One question at a time: they share the matrix.
let turn = Promise.resolve();
parentPort?.on('message', ({ id, question }: Numbered<NearestQuestion>) => {
  turn = turn.then(async () => {
    try {
      parentPort?.postMessage({ id, answer: await nearest(question) } satisfies Answered);
    } catch (error) {
      client?.then((connection) => connection.end()).catch(() => {});
      client = undefined;
      const reason = error instanceof Error ? error.message : 'unknown';
      parentPort?.postMessage({ id, error: reason } satisfies Answered);
    }
  });
});
