import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { createConsumerCredential } from '../service/auth/consumer-credential.ts';
import { openDatabase } from '../service/db/database.ts';
import { ensureEmbeddedPostgres } from '../service/db/embedded-postgres.ts';
import { migrate } from '../service/db/migrate.ts';
import { freePort } from '../service/testing/free-port.ts';
import { type DataSize, fillDatabase, prompts } from './api-data.ts';

/**
 * What reads of the API cost: throughput of a page of labs beside a bare server that sends the same bytes through one SQL
 * statement, in turns; and how long reads of large things take, at a tenth of the size and at full size. Trust the ratios:
 * times are those of the machine and of what else it does.
 */

const { values: options } = parseArgs({
  options: {
    /** Leaves the full size out. */
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    samples: { type: 'string', default: '40' },
  },
});
const full: DataSize = { labs: 10_000, files: 100_000, activities: 1_000_000 };
const tenth: DataSize = { labs: 1_000, files: 10_000, activities: 100_000 };
const sizes = options.quick ? { tenth } : { tenth, full };

const LABS = `query($page: Int) { labs(page: $page) { nodes { oclId shortname name description image labNftTokenId latestContributionAt }
  totalCount pageInfo { hasNextPage hasPreviousPage currentPage totalPages } } }`;
const ROOM = `query($oclId: String!, $page: Int) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { filesPage(page: $page) {
  nodes { did path name contentType contentHash downloadUrl tags } totalCount } } } }`;
const FEED = `query($oclId: String!, $page: Int!) { labActivity(oclId: $oclId, page: $page, perPage: 20) { nodes { __typename
  ... on LabEventFileAdded { entry { path } } } pageInfo { totalPages } } }`;
const ACTIVITIES = `query($page: Int) { activities(page: $page) { activities { __typename ... on LabEventFileAdded { entry { path }
  lab { shortname } } } pageInfo { totalPages } } }`;
const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { totalCount nodes { __typename
  ... on SearchLabsFileHit { entry { path } snippet { text } } } } }`;

interface House {
  url: string;
  bareUrl: string;
  credential: string;
  stop(): Promise<void>;
}

type Variables = Record<string, unknown>;
const dataDir = await mkdtemp(join(tmpdir(), 'labroom-bench-'));
const postgres = await ensureEmbeddedPostgres({ dataDir, port: await freePort() });
try {
  const growth: Record<string, Record<string, { p50: number; p95: number }>> = {};
  let throughput: Awaited<ReturnType<typeof measureThroughput>> | undefined;
  for (const [name, size] of Object.entries(sizes)) {
    const begun = performance.now();
    const house = await build(size, name);
    console.log(`${name}: filled in ${Math.round((performance.now() - begun) / 1_000)} s`);
    try {
      growth[name] = await measureReads(house, size);
      if (name === Object.keys(sizes).at(-1)) throughput = await measureThroughput(house);
    } finally {
      await house.stop();
    }
  }
  await report({ growth, throughput });
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function build(size: DataSize, name: string): Promise<House> {
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  await server.query(`create database size_${name}`);
  await server.end();
  const url = new URL(postgres.url);
  url.pathname = `/size_${name}`;
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await fillDatabase(client, size);
  await client.end();
  const db = openDatabase(url.href);
  const { credential } = await createConsumerCredential(db, 'local', 'bench');
  await db.$client.end();
  const [port, barePort] = [await freePort(), await freePort()];
  const service = await program(['../service/main.ts'], {
    DATABASE_URL: url.href,
    DATA_DIR: join(dataDir, name),
    SERVICE_PORT: String(port),
    RPC_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  });
  const bare = await program(['./api-bare.ts', url.href, String(barePort)], {});
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    bareUrl: `http://127.0.0.1:${barePort}/`,
    credential,
    async stop() {
      for (const child of [service, bare]) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}

async function program([file = '', ...args]: string[], env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('Server listening')) break;
  }
  child.stdout.resume();
  return child;
}

function requestOf({ credential }: Pick<House, 'credential'>, query: string, variables: Variables) {
  const headers = { 'content-type': 'application/json', authorization: credential };
  return { method: 'POST', headers, body: JSON.stringify({ query, variables }) } as const;
}

/** Reads one after the other, those of different kinds in turns; the first three of each warm up. */
async function measureReads(house: House, size: DataSize) {
  const oclId = `0x0101${'1'.padStart(60, '0')}`;
  const lastOf = (count: number, perPage: number) => Math.ceil(count / perPage) - 1;
  const ofLab = Math.ceil(size.activities / size.labs);
  const reads: Record<string, (turn: number) => [string, Variables]> = {
    'labs, page 0': () => [LABS, { page: 0 }],
    'labs, last page': () => [LABS, { page: lastOf(size.labs, 20) }],
    'data room, page 0': () => [ROOM, { oclId, page: 0 }],
    'data room, last page': () => [ROOM, { oclId, page: lastOf(size.files, 50) }],
    'labActivity, last page': () => [FEED, { oclId, page: lastOf(ofLab, 20) }],
    'activities, page 0': () => [ACTIVITIES, { page: 0 }],
    // Page 10,000 of a million rows, and the same share of fewer.
    'activities, a fifth of the way': () => [ACTIVITIES, { page: size.activities / 100 }],
    'activities, last page': () => [ACTIVITIES, { page: lastOf(size.activities, 20) }],
    searchLabs: (turn) => [SEARCH, { prompt: prompts()[turn % prompts().length] }],
  };
  const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
  const samples = Number(options.samples);
  for (let turn = -3; turn < samples; turn += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const begun = performance.now();
      const response = await fetch(house.url, requestOf(house, ...read(turn + 3)));
      const body = await response.text();
      if (body.includes('"errors"') || body.includes('"nodes":[]') || body.includes('"activities":[]'))
        if (name !== 'searchLabs' || body.includes('"errors"'))
          throw new Error(`${name}: ${body.slice(0, 300)}`);
      if (turn >= 0) times.get(name)?.push(performance.now() - begun);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, quantiles(all)]));
}

function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { p50: at(0.5), p95: at(0.95) };
}

/**
 * A page of labs at 32 connections, in turns with the bare server, which must send the same bytes: all asking for the first
 * page, which they share where they ask at once; and for fifty pages one after the other, so that hardly any is shared.
 */
async function measureThroughput(house: House) {
  const askOurs = (page: number) => ({ path: '/graphql', ...requestOf(house, LABS, { page }) });
  const askBare = (page: number) => ({ path: `/?page=${page}`, method: 'GET' as const });
  for (const page of [0, 1]) {
    const bodies = [
      fetch(house.url, requestOf(house, LABS, { page })),
      fetch(`${house.bareUrl}?page=${page}`),
    ];
    const [ours, bare] = await Promise.all(bodies.map(async (answer) => (await answer).text()));
    if (ours !== bare) throw new Error(`Other bytes:\n${ours?.slice(0, 400)}\n${bare?.slice(0, 400)}`);
  }
  const run = async (url: string, requests: autocannon.Request[], duration: number) => {
    const done = await autocannon({ url: new URL(url).origin, requests, connections: 32, duration });
    if (done.non2xx + done.errors > 0) throw new Error(`${done.non2xx} refused, ${done.errors} failed`);
    return done.requests.average;
  };
  const seconds = Number(options.seconds);
  const result: Record<string, object> = {};
  for (const [name, pages] of Object.entries({ 'the first page': 1, 'fifty pages': 50 })) {
    const numbers = Array.from({ length: pages }, (_, page) => page);
    const [ours, bare] = [numbers.map(askOurs), numbers.map(askBare)];
    await run(house.url, ours, 3);
    await run(house.bareUrl, bare, 3);
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      const perSecond = {
        bare: await run(house.bareUrl, bare, seconds),
        labs: await run(house.url, ours, seconds),
      };
      rounds.push({ ...perSecond, ratio: Number((perSecond.labs / perSecond.bare).toFixed(2)) });
    }
    const ratios = rounds.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
    result[name] = { connections: 32, rounds, medianRatio: ratios[ratios.length >> 1] };
  }
  return result;
}

async function report(result: {
  growth: Record<string, Awaited<ReturnType<typeof measureReads>>>;
  throughput: unknown;
}) {
  const { tenth: small = {}, full: large = {} } = result.growth;
  console.table(
    Object.fromEntries(
      Object.entries(small).map(([name, { p50, p95 }]) => {
        const then = large[name];
        const grown = then && {
          'full p50': then.p50,
          'full p95': then.p95,
          growth: Number((then.p95 / p95).toFixed(1)),
        };
        return [name, { 'tenth p50': p50, 'tenth p95': p95, ...grown }];
      }),
    ),
  );
  const machine = { cores: cpus().length, load: Number((loadavg()[0] ?? 0).toFixed(1)) };
  const whole = { sizes, machine, ...result };
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'api.json'), `${JSON.stringify(whole, null, 2)}\n`);
  console.log(JSON.stringify({ machine, throughput: result.throughput }, null, 2));
}
