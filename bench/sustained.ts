import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { hundredth, tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { commonReads } from './rows/w5-reads.ts';
import { graphqlRequest } from './stack/graphql-request.ts';
import { cpuMillisecondsOfPostgres } from './stack/process-figures.ts';
import { openStack, type Stack } from './stack/stack.ts';
import { throughput } from './stack/throughput.ts';
import type { Uploads } from './sustained/uploader.worker.ts';

/**
 * `node bench/sustained.ts [--minutes 10] [--quick] [--data <directory>]`: 32 connections ask the reads of W5 in turns, with random
 * keys, while two clients upload files of 1 MB, one after the other. Times of both at the 50th, 95th and 99th percentile. Ends with an
 * error if a request is refused or answered with errors.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** A hundredth of the data, and nothing kept. */
    quick: { type: 'boolean', default: false },
    /** Directory that keeps the generated data for the next run. */
    data: { type: 'string' },
  },
});
const minutes = Number(options.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be above 0, not "${options.minutes}"`);

const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), 'labroom-sustained-')));
await mkdir(dataDir, { recursive: true });
const size = options.quick ? hundredth : tenth;
const stack = await openStack(dataDir, size);
try {
  const results = await loadFor(stack, minutes * 60);
  console.log(results);
  if (!options.quick) await keepResults('sustained', { ...aboutRun(), minutes, ...results });
} finally {
  await stack.stop();
  if (!options.data) await rm(dataDir, { recursive: true, force: true });
}

async function loadFor(stack: Stack, seconds: number) {
  const db = openDatabase(stack.databaseUrl, { maxConnections: 1 });
  const uploaders = [1, 2].map((number) => startUploader(stack, number));
  const failed = new Promise<never>((_, reject) => {
    for (const uploader of uploaders) uploader.once('error', reject);
  });
  try {
    const server = {
      url: stack.url,
      cpuMilliseconds: async () => stack.cpuMilliseconds() + (await cpuMillisecondsOfPostgres(db)),
    };
    const reads = await Promise.race([throughput(server, drawRead(stack), seconds), failed]);
    const uploads = await Promise.race([Promise.all(uploaders.map(stopUploader)), failed]);
    return {
      reads,
      uploads: figuresOf(
        uploads.flatMap(({ times }) => times),
        seconds,
      ),
    };
  } finally {
    await Promise.all(uploaders.map((uploader) => uploader.terminate()));
    await db.$client.end();
  }
}

function drawRead(stack: Stack) {
  const reads = commonReads.map((read) => ({ ...read, keys: read.keys().slice(0, size.labs - 2) }));
  const pick = <T>(all: T[]) => all[Math.floor(Math.random() * all.length)] as T;
  return () => {
    const { ours, keys, variables } = pick(reads);
    return { path: '/graphql', ...graphqlRequest(stack, ours, variables(pick(keys))) };
  };
}

function startUploader({ url, credential, lab }: Stack, number: number): Worker {
  return new Worker(new URL('./sustained/uploader.worker.ts', import.meta.url), {
    workerData: { api: { url, credential }, lab, number },
  });
}

async function stopUploader(uploader: Worker): Promise<Uploads> {
  uploader.postMessage('stop');
  const [uploads] = (await once(uploader, 'message')) as [Uploads];
  return uploads;
}

function figuresOf(times: number[], seconds: number) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { 'files/s': times.length / seconds, 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}
