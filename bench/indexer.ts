import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { createChainClient } from '@labroom/service/chain/create-chain-client.ts';
import { followedContracts } from '@labroom/service/chain/events/followed-contracts.ts';
import { advance } from '@labroom/service/chain/indexer/advance.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { onchainEvents, roleGrants } from '@labroom/service/platform/db/tables/chain.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import pg from 'pg';
import pino from 'pino';
import type { Address } from 'viem';
import { startBusyChain } from './chain/busy-chain.ts';
import { expectedEvents, line } from './chain/expected-events.ts';

/**
 * Measures the indexing of 50,000 events of a local chain into an empty PostgreSQL, beside a loop of eth_getLogs over the
 * same ranges with the same client. Both alternate, with one warm-up and five samples. Every row is compared with the
 * node's data before a time counts.
 */

const chainSize = { blocks: 3_125, logsPerBlock: 16 };
const blocksPerRange = 500;
const repetitions = 5;

interface Sample {
  subject: 'bare eth_getLogs' | 'indexer with database';
  repetition: number;
  events: number;
  milliseconds: number;
  eventsPerSecond: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-bench-'));
console.log(`A local chain of ${chainSize.blocks} blocks with ${chainSize.logsPerBlock} logs each is made …`);
const [postgres, chain] = await Promise.all([
  ensureEmbeddedPostgres({ dataDir, port: await freePort() }),
  startBusyChain(dataDir, chainSize),
]);
try {
  const client = createChainClient({ rpcUrl: chain.rpcUrl, chainId: 31337 });
  const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
  const token = await client.node.readContract({ ...tokenizer, functionName: 'tokenized', args: [1n] });
  const expected = await expectedEvents(chain.rpcUrl, token);
  const samples: Sample[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    samples.push(sample('bare eth_getLogs', repetition, await readBare(client, token)));
    samples.push(sample('indexer with database', repetition, await indexAll(client, expected)));
  }
  await report(samples.filter(({ repetition }) => repetition > 0));
} finally {
  await Promise.all([chain.stop(), postgres.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}

type Measured = Pick<Sample, 'events' | 'milliseconds'>;
type Client = ReturnType<typeof createChainClient>;

async function readBare({ history }: Client, token: Address): Promise<Measured> {
  const address = [...followedContracts(contracts).map((contract) => contract.address), token];
  const begun = performance.now();
  const head = Number(await history.getBlockNumber());
  let events = 0;
  for (let from = 0; from <= head; from += blocksPerRange) {
    const to = Math.min(head, from + blocksPerRange - 1);
    const logs = await history.getLogs({ address, fromBlock: BigInt(from), toBlock: BigInt(to) });
    events += logs.length;
  }
  return { events, milliseconds: performance.now() - begun };
}

async function indexAll(client: Client, expected: string[]): Promise<Measured> {
  const database = await freshDatabase();
  const db = openDatabase(database.url);
  const { chainId, history } = client;
  const followed = followedContracts(client.contracts);
  const indexed = { chainId, node: history, followed, firstBlock: 0, replaceable: true };
  const log = pino({ enabled: false });
  const begun = performance.now();
  while ((await advance(db, indexed, blocksPerRange, log)) !== 'caught-up');
  const milliseconds = performance.now() - begun;

  const rows = await db
    .select()
    .from(onchainEvents)
    .orderBy(onchainEvents.blockNumber, onchainEvents.logIndex);
  const lines = rows.map((row) => line(row));
  const wrong = expected.findIndex((each, at) => each !== lines[at]);
  if (wrong >= 0 || lines.length !== expected.length) {
    const found = `Row ${wrong} is\n${lines[wrong]}\nand should be\n${expected[wrong]}`;
    throw new Error(`${lines.length} rows for ${expected.length} logs. ${found}`);
  }
  const grants = await db.$count(roleGrants);
  console.log(`all ${rows.length} rows are as the node says; ${grants} grants stand`);
  await db.$client.end();
  await database.drop();
  return { events: rows.length, milliseconds };
}

async function freshDatabase() {
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  const name = `bench_${Date.now()}`;
  await server.query(`create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return {
    url: url.href,
    async drop() {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

function sample(subject: Sample['subject'], repetition: number, { events, milliseconds }: Measured): Sample {
  const eventsPerSecond = Math.round((events / milliseconds) * 1000);
  return { subject, repetition, events, milliseconds: Math.round(milliseconds), eventsPerSecond };
}

async function report(samples: Sample[]): Promise<void> {
  const median = (subject: Sample['subject']) => {
    const speeds = samples.filter((one) => one.subject === subject).map((one) => one.eventsPerSecond);
    return speeds.toSorted((a, b) => a - b)[speeds.length >> 1] ?? 0;
  };
  const [bare, indexer] = [median('bare eth_getLogs'), median('indexer with database')];
  const ratio = Number((indexer / bare).toFixed(3));
  console.table(samples);
  console.log(`median: bare ${bare} events/s, indexer ${indexer} events/s, ratio ${ratio}`);
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'indexer.json');
  const result = {
    chainSize,
    blocksPerRange,
    cores: cpus().length,
    samples,
    median: { bare, indexer, ratio },
  };
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result));
}
