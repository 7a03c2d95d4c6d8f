import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { type DataSize, full, hundredth, tenth } from './data/fill-database.ts';
import { wordOf } from './data/prompts.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { askText, graphqlRequest } from './stack/graphql-request.ts';
import { cpuMillisecondsOfPostgres } from './stack/process-figures.ts';
import { openStack } from './stack/stack.ts';
import { throughput } from './stack/throughput.ts';

/**
 * `node bench/searches.ts [--seconds 60] [--quick] [--data <directory>]`: 32 connections search 100,000 and a million files for two
 * random words each, frequent ones more often. Response times, and processor time of service and PostgreSQL per search.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** A hundredth of the data, and nothing kept. */
    quick: { type: 'boolean', default: false },
    /** Directory that keeps the generated data for the next run: that of bench/growth.ts. */
    data: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
if (!(seconds > 0)) throw new Error(`--seconds must be above 0, not "${options.seconds}"`);

const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { totalCount nodes { __typename
  ... on SearchLabsFileHit { entry { path } } } } }`;
const WORDS = 10_000;
/** A word with a number of three digits is as likely as one of two. */
const word = () => wordOf(Math.floor(WORDS ** Math.random()) - 1);

const kept = options.data ?? (await mkdtemp(join(tmpdir(), 'labroom-searches-')));
const sizes: Record<string, DataSize> = options.quick ? { hundredth } : { tenth, full };
const results: Record<string, Awaited<ReturnType<typeof searchFor>>> = {};
try {
  for (const [name, size] of Object.entries(sizes)) results[name] = await searchFor(join(kept, name), size);
} finally {
  if (!options.data) await rm(kept, { recursive: true, force: true });
}
console.table(results);
if (!options.quick) await keepResults('searches', { ...aboutRun(), seconds, ...results });

async function searchFor(dataDir: string, size: DataSize) {
  await mkdir(dataDir, { recursive: true });
  const stack = await openStack(dataDir, size);
  const db = openDatabase(stack.databaseUrl, { maxConnections: 1 });
  try {
    // Until the words of all documents are loaded.
    while (!(await askText(stack, SEARCH, { prompt: 'sample' }).catch(() => '')));
    const server = {
      url: stack.url,
      cpuMilliseconds: async () => stack.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db)),
    };
    const draw = () => ({
      path: '/graphql',
      ...graphqlRequest(stack, SEARCH, { prompt: `${word()} ${word()}` }),
    });
    return { files: size.files, ...(await throughput(server, draw, seconds)) };
  } finally {
    await db.$client.end();
    await stack.stop();
  }
}
