import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paymentChannels as contract } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi } from '@labroom/contracts/payment-channels-abi';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { paidCalls } from '@labroom/service/platform/db/tables/paid-calls.ts';
import { paymentChannels } from '@labroom/service/platform/db/tables/payment-channels.ts';
import { signIn } from '@labroom/testing/actors.ts';
import { startFoundations } from '@labroom/testing/foundations.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { Pool } from 'undici';
import { createPublicClient, http } from 'viem';
import { body, headerOf, mutation, startPaying } from './gateway/paying.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { cpuMillisecondsOf, cpuMillisecondsOfPostgres } from './stack/process-figures.ts';
import { type ServiceProcess, startService } from './stack/service-process.ts';

/**
 * `node bench/channels.ts`: calls a second that payment channels pay, beside the same mutation by service tokens of the same
 * wallets, in alternation. Each of the connections takes a payer at random. Vouchers are signed and encoded before a round, and the channels
 * hold money on the chain. Caller, services, worker, PostgreSQL and chain share the machine. At the end the worker claims
 * everything, and what the chain has is compared with the answers.
 */
const { values: options } = parseArgs({
  options: {
    payers: { type: 'string', default: '64' },
    calls: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    services: { type: 'string', default: '1' },
  },
});
const [payers, calls, rounds, connections] = (['payers', 'calls', 'rounds', 'connections'] as const).map(
  (name) => Number(options[name]),
) as [number, number, number, number];
/** Vouchers of a payer for one round. Payers are drawn at random, so most make fewer or no more calls. */
const each = Math.ceil((2 * calls) / payers);
const price = 10_000n;

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-bench-'));
const foundations = await startFoundations(dataDir);
const { databaseUrl, rpcUrl, chainPid } = foundations;
const places = { databaseUrl, rpcUrl, dataDir };
const services: ServiceProcess[] = [];
const db = openDatabase(databaseUrl, { maxConnections: 1 });
const worker = spawn(process.execPath, [join(import.meta.dirname, '../service/worker.ts')], {
  env: { DATABASE_URL: databaseUrl, RPC_URL: rpcUrl, DATA_DIR: dataDir, X402_BATCH_SETTLEMENT: 'on' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  for (let number = 0; number < Number(options.services); number += 1)
    services.push(await startService(places, { X402_BATCH_SETTLEMENT: 'on' }));
  await measureAll(services[0] as ServiceProcess);
} finally {
  worker.kill('SIGTERM');
  await once(worker, 'exit');
  for (const service of services) await service.stop();
  await db.$client.end();
  await foundations.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measureAll(service: ServiceProcess): Promise<void> {
  const paying = await startPaying(service, rpcUrl, payers, (rounds + 1) * each);
  const tokens: string[] = [];
  for (const wallet of paying.wallets) tokens.push((await signIn(service, wallet)).token);
  const pools = services.map(
    ({ url }) => new Pool(url, { connections: Math.ceil(connections / services.length) }),
  );
  const path = new URL(paying.url).pathname;
  let answered = payers;
  const samples: ({ subject: string; round: number } & Awaited<ReturnType<typeof load>>)[] = [];
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const byToken = await load(pools, '/graphql', (payer) => ({
      authorization: service.credential,
      'x-service-token': tokens[payer] as string,
    }));
    const ready = (await paying.vouchers(payers, each)).map((some) => some.map(headerOf));
    const next = ready.map(() => 0);
    const byChannel = await load(pools, path, (payer) => {
      const voucher = ready[payer]?.[next[payer] as number];
      (next[payer] as number) += 1;
      return voucher === undefined ? null : { 'payment-signature': voucher };
    });
    answered += calls;
    // The vouchers that were not used are signed anew.
    for (const [payer, channel] of paying.channels.entries())
      channel.signed -= price * BigInt(each - (next[payer] as number));
    if (round > 0)
      samples.push(
        { subject: 'service token', round, ...byToken },
        { subject: 'channel', round, ...byChannel },
      );
    console.table([byToken, byChannel]);
  }
  const claims = await claimAll(paying.channels.map(({ id }) => id));
  if (claims.claimed !== price * BigInt(answered))
    throw new Error(`${answered} answers, but ${claims.claimed} was claimed`);
  const of = (subject: string, figure: 'calls/s' | 'CPU ms') =>
    samples
      .filter((one) => one.subject === subject)
      .map((one) => one[figure])
      .toSorted((a, b) => a - b)[rounds >> 1] ?? 0;
  const ratios = {
    cpu: round2(of('channel', 'CPU ms') / of('service token', 'CPU ms')),
    callsPerSecond: round2(of('channel', 'calls/s') / of('service token', 'calls/s')),
  };
  const claiming = { milliseconds: claims.milliseconds, cpuPerCall: round2(claims.cpu / answered) };
  console.log(`${answered} calls were answered and claimed; ${JSON.stringify({ claiming, ratios })}`);
  await keepResults('channels', { ...aboutRun(), options, samples, claiming, ratios });
}

/** Makes the calls over all connections. `headersOf` says what a payer sends; `null` if it has nothing left. */
async function load(
  pools: Pool[],
  path: string,
  headersOf: (payer: number) => Record<string, string> | null,
) {
  const free = Array.from({ length: payers }, (_, payer) => payer);
  const times: number[] = [];
  let left = calls;
  const before = await cpu();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const pool = pools[connection % pools.length] as Pool;
      while (left > 0) {
        const payer = free.splice(Math.floor(Math.random() * free.length), 1)[0] as number;
        const headers = headersOf(payer);
        // This payer made all its calls.
        if (headers === null) continue;
        left -= 1;
        const sent = performance.now();
        const answer = await pool.request({
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        });
        const text = await answer.body.text();
        times.push(performance.now() - sent);
        if (answer.statusCode !== 200 || !text.includes(`"${mutation}":{`) || !text.includes('"error":null'))
          throw new Error(`HTTP ${answer.statusCode}: ${answer.headers['payment-required'] ?? text}`);
        free.push(payer);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const after = await cpu();
  const used = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name,
      round2((value - (before[name as keyof typeof before] ?? 0)) / calls),
    ]),
  ) as typeof after;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round2(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const { service, worker: working, postgres, chain } = used;
  return {
    'calls/s': Math.round(calls / seconds),
    /** Of all but the caller. */
    'CPU ms': round2(service + working + postgres + chain),
    ...used,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

async function cpu() {
  const own = process.cpuUsage();
  return {
    service: services.reduce((sum, service) => sum + service.cpuMilliseconds(), 0),
    worker: cpuMillisecondsOf(worker.pid),
    postgres: await cpuMillisecondsOfPostgres(db),
    chain: cpuMillisecondsOf(chainPid),
    caller: (own.user + own.system) / 1_000,
  };
}

/** Has the worker claim everything at once. Returns what the chain has then. */
async function claimAll(ids: readonly `0x${string}`[]) {
  const before = await cpu();
  const begun = performance.now();
  const isOwed = and(isNotNull(paidCalls.channelId), eq(paidCalls.state, 'served'));
  while ((await db.$count(paidCalls, isOwed)) > 0) {
    await db
      .update(paymentChannels)
      .set({ claimAt: sql`now()` })
      .where(
        sql`${paymentChannels.claimAt} > now() + interval '30 seconds' and ${paymentChannels.claimAt} < now() + interval '1 minute'`,
      );
    await pause(200);
  }
  const milliseconds = Math.round(performance.now() - begun);
  const after = await cpu();
  const chain = createPublicClient({ transport: http(rpcUrl) });
  let claimed = 0n;
  for (const id of ids) {
    const functionName = 'channels';
    const state = await chain.readContract({
      address: contract.contract,
      abi: paymentChannelsAbi,
      functionName,
      args: [id],
    });
    claimed += state[1];
  }
  return {
    claimed,
    milliseconds,
    cpu: after.worker + after.chain + after.postgres - before.worker - before.chain - before.postgres,
  };
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
