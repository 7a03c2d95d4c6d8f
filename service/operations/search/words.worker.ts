import { parentPort, workerData } from 'node:worker_threads';
import { DocumentIndex } from '@labroom/search-index/document-index';
import type { RankQuestion } from '@labroom/search-index/rank-question';
import { WordRanking } from '@labroom/search-index/word-ranking';
import { Client } from 'pg';
import { type IndexState, readAll, readChanges } from './document-feed.ts';
import type { Answered, Numbered } from './index-thread.ts';

/** Database of the documents. */
export interface WordsTask {
  databaseUrl: string;
}

export type WordsQuestion =
  /** Follows the database, then counts the documents with each stem. */
  | { kind: 'COUNT'; stems: string[] }
  | { kind: 'WITH_ALL'; stems: string[]; limit: number }
  | ({ kind: 'RANK' } & RankQuestion);

const { databaseUrl }: WordsTask = workerData;
let client: Client | undefined;
let index = new DocumentIndex();
let ranking = new WordRanking(index);
let state: IndexState | null = null;

async function connect(): Promise<Client> {
  const connection = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    // A connection that broke without a word must not stop all searches.
    query_timeout: 40_000,
  });
  connection.on('error', () => {
    client = undefined;
  });
  await connection.connect();
  // Before the first statistics of a table, PostgreSQL would read all of it for the latest changes.
  await connection.query('set enable_seqscan = off');
  return connection;
}

async function follow(): Promise<void> {
  client ??= await connect();
  state &&= await readChanges(client, index, state);
  if (state) return;
  index = new DocumentIndex();
  ranking = new WordRanking(index);
  state = await readAll(client, index);
}

function answerTo(question: WordsQuestion): unknown {
  if (question.kind === 'COUNT') return question.stems.map((stem) => index.documentsWith(stem));
  if (question.kind === 'WITH_ALL') return ranking.withAll(question.stems, question.limit);
  return ranking.rank(question);
}

/** Answers what came before it began. One look at the database serves all of them. */
async function answer(questions: Numbered<WordsQuestion>[]): Promise<void> {
  let failure: string | undefined;
  if (questions.some(({ question }) => question.kind === 'COUNT')) {
    await follow().catch((error: unknown) => {
      client?.end().catch(() => {});
      client = undefined;
      failure = error instanceof Error ? error.message : 'unknown';
    });
  }
  for (const { id, question } of questions) {
    const answered: Answered =
      failure === undefined ? { id, answer: answerTo(question) } : { id, error: failure };
    parentPort?.postMessage(answered);
  }
}

let waiting: Numbered<WordsQuestion>[] = [];
let turn = Promise.resolve();
parentPort?.on('message', (message: Numbered<WordsQuestion>) => {
  waiting.push(message);
  turn = turn.then(async () => {
    const questions = waiting;
    waiting = [];
    if (questions.length > 0) await answer(questions);
  });
});
