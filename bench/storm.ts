import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findOrInstallPostgres } from '@labroom/scripts/debian-postgres.ts';
import { findOrInstallRadosgw } from '@labroom/scripts/radosgw.ts';
import { Cleanup } from './storm/cleanup.ts';
import { announcer } from './storm/clients/announcer.ts';
import { founder } from './storm/clients/founder.ts';
import { payer } from './storm/clients/payer.ts';
import { reader } from './storm/clients/reader.ts';
import { rereader } from './storm/clients/rereader.ts';
import { tokenHolder } from './storm/clients/token-holder.ts';
import { firstFile, writer } from './storm/clients/writer.ts';
import { findOrInstallCluster } from './storm/database-cluster.ts';
import { Journal } from './storm/journal.ts';
import { judge } from './storm/judge/judge.ts';
import { latencies, metRestart } from './storm/latency.ts';
import { peopleOf } from './storm/people.ts';
import { startPrometheus } from './storm/prometheus.ts';
import { answerQuestions, raiseAlerts } from './storm/raise-alerts.ts';
import { untilQuiet } from './storm/silence-logs.ts';
import { type Stack, startStack } from './storm/stack.ts';
import {
  type ClientAction,
  type OwnedLab,
  oneOf,
  register,
  type StormContext,
  signedIn,
} from './storm/storm-context.ts';
import { retryingClient } from './storm/with-retries.ts';

/**
 * Two services behind a balancer, a worker, Debian's PostgreSQL, Ceph's S3 and a chain, under mixed load of clients that try
 * again as careful ones do, while every few seconds one of the three programs is killed with -9. Afterwards everything that
 * was acknowledged is compared with database, store and chain. Exit code 1 if a fault was found.
 *
 * With `--alerts` faults of the parts that it needs are made instead, one after the other, and Debian's Prometheus has to raise the alert of each
 * within two minutes.
 *
 * With `--cluster` there are two workers and three servers of PostgreSQL instead, behind HAProxy and PgBouncer. Only the primary is
 * killed; a standby takes its place, and the killed server returns as a standby before the next kill.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    /** Seconds from one kill to the next. */
    every: { type: 'string', default: '15' },
    labs: { type: 'string', default: '3' },
    cluster: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    /** Of the primary, with `--cluster`. */
    kills: { type: 'string', default: '5' },
  },
});
const minutes = Number(options.minutes);

findOrInstallRadosgw(console.log);
if (!findOrInstallPostgres(console.log)) process.exit(1);
if (options.cluster && !findOrInstallCluster(console.log)) process.exit(1);
const cleanup = new Cleanup();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
let faults: string[] = ['it did not come to an end'];
try {
  faults = await storm(
    await startStack(cleanup, {
      cluster: options.cluster,
      alerts: options.alerts,
      keepLogs: () => faults.length > 0,
    }),
  );
} finally {
  await cleanup.run();
}
for (const fault of faults.slice(0, 40)) console.log(`FAULT: ${fault}`);
console.log(faults.length === 0 ? 'No faults found.' : `${faults.length} faults found.`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function storm(stack: Stack): Promise<string[]> {
  const journal = new Journal();
  const context: StormContext = {
    stack,
    people: peopleOf(stack.rpcUrl),
    journal,
    withRetries: retryingClient(journal),
  };
  const clients = await gather(context);
  stack.balancer.samples.length = 0;
  journal.tasks.length = 0;
  console.log(
    `${clients.length} clients; ${options.cluster ? `${options.kills} kills of the primary` : `${minutes} minutes`}`,
  );

  const over = new AbortController();
  const from = performance.now();
  const working = clients.map((action) => work(action, journal, over.signal));
  const late: string[] = [];
  if (options.alerts) {
    const prometheus = await startPrometheus(cleanup, stack.metricsPorts);
    // Rates need some readings.
    await pause(120_000);
    for (const { question, ms, answers } of await answerQuestions(prometheus))
      console.log(`${question} (${ms} ms) ${answers.join('; ') || 'nothing'}`);
    const raised = await raiseAlerts(stack, prometheus);
    console.table(raised);
    late.push(
      ...raised.flatMap(({ fault, alert, secondsToFire }) =>
        secondsToFire === null ? [`${fault}: ${alert} did not fire within two minutes`] : [],
      ),
    );
  } else if (options.cluster) await killPrimary(stack);
  else await killUntil(from + minutes * 60_000, stack);
  over.abort();
  await Promise.all(working);
  const until = performance.now();
  const left = await untilQuiet(context);
  // What clients met while the store had another bucket or secret says nothing about what is kept.
  if (options.alerts) journal.surprises.length = 0;
  const found = [...late, ...left.map((what) => `the worker left ${what}`), ...(await judge(context))];
  await report(context, (until - from) / 1_000, found);
  return found;
}

async function gather(context: StormContext): Promise<ClientAction[]> {
  const { people } = context;
  const labs: OwnedLab[] = [];
  const clients: ClientAction[] = [];
  for (let number = 0; number < Number(options.labs); number += 1) {
    const owner = await people.wallet();
    const lab = { oclId: await people.lab(owner), owner, labroom: await signedIn(context, owner) };
    await register(context, lab.labroom, lab.oclId);
    labs.push(lab);
    const shared = await firstFile(context, lab, 'shared.txt');
    const paying = await people.wallet();
    await people.join(owner, lab.oclId, paying);
    await people.pay(paying, 10n ** 12n);
    clients.push(writer(context, lab, shared), writer(context, lab, shared), announcer(context, lab));
    if (options.cluster) clients.push(rereader(context, lab, await firstFile(context, lab, 'reread.txt')));
    clients.push(payer(context, paying, lab.oclId), tokenHolder(context, await people.wallet()));
  }
  clients.push(await founder(context, await people.wallet()));
  clients.push(...Array.from({ length: 4 }, () => reader(context, labs)));
  return clients;
}

async function work(action: ClientAction, journal: Journal, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await action().catch((error: unknown) => {
      journal.surprises.push(`a client got an answer it cannot explain: ${String(error)}`);
    });
    await pause(20 + Math.random() * 80);
  }
}

/** The next kill comes when all servers have been back for a while. */
async function killPrimary({ victims }: Stack): Promise<void> {
  for (let kill = 0; kill < Number(options.kills); kill += 1) {
    await pause(Number(options.every) * 1_000);
    await victims[0]?.crash();
  }
  await pause(Number(options.every) * 1_000);
}

/** Kills at fixed intervals, whether or not the previous restart is complete. Resolves when all restarts are. */
async function killUntil(end: number, { victims }: Stack): Promise<void> {
  const restarts: Promise<void>[] = [];
  const everyMs = Number(options.every) * 1_000;
  for (let next = performance.now() + everyMs; next < end; next += everyMs) {
    await pause(next - performance.now());
    const victim = oneOf(victims);
    if (victim) restarts.push(victim.crash());
  }
  await pause(Math.max(0, end - performance.now()));
  await Promise.all(restarts);
}

async function report({ stack, journal }: StormContext, seconds: number, found: string[]): Promise<void> {
  const outages = stack.victims.flatMap((victim) => victim.outages);
  const { samples } = stack.balancer;
  const lost = Map.groupBy(
    samples.filter(({ status }) => status >= 500),
    (sample) => (metRestart(outages, sample) ? 'duringRestarts' : 'otherwise'),
  );
  const retries = Object.entries(
    Object.groupBy(
      journal.retries,
      ({ code, at }) =>
        `${code}, ${metRestart(outages, { from: at - 1_000, until: at }) ? 'by a restart' : 'without one'}`,
    ),
  ).map(([why, times]) => ({ why, times: times?.length ?? 0 }));
  const files = [...journal.files.values()];
  const acknowledged = {
    versions: files.reduce((sum, { versions }) => sum + versions.size, 0),
    removals: files.filter(({ deletion }) => deletion === 'acknowledged').length,
    announcements: [...journal.announcements.values()].filter((one) => one.acknowledged).length,
    tokens: journal.tokens.size,
    revocations: [...journal.tokens.values()].filter(({ revoked }) => revoked).length,
    labs: journal.labs.size,
    payments: [...journal.payments.values()].filter(({ receipt }) => receipt.state === 'paid').length,
    paymentsWithoutAnswer: [...journal.payments.values()].filter(({ answered }) => answered === 'nothing')
      .length,
  };
  const requests = latencies(samples, outages);
  const tasks = latencies(journal.tasks, outages);
  const seconds1 = (milliseconds: number) => Math.round(milliseconds / 100) / 10;
  const restarts = stack.victims.map(({ name, kills, outages }) => ({
    program: name,
    kills,
    secondsDown: seconds1(outages.reduce((sum, one) => sum + one.until - one.from, 0)),
    longest: seconds1(Math.max(0, ...outages.map((one) => one.until - one.from))),
  }));
  const reads = options.cluster ? await stack.reads() : null;
  const { rereads } = journal;

  console.table(restarts);
  console.table(requests);
  console.table(tasks);
  console.table(retries);
  console.log('acknowledged:', acknowledged);
  if (reads)
    console.table({
      'kills of the primary': outages.length,
      'longest pause, s': seconds1(Math.max(...outages.map((one) => one.until - one.from))),
      'reads on standbys, %': Math.round((1_000 * reads.replica) / (reads.replica + reads.primary)) / 10,
      'read back after a write': rereads.asked,
      'of these stale': rereads.stale,
      'faults, lost writes among them': found.length,
    });
  console.log(
    `${samples.length} requests in ${Math.round(seconds)} s; 5xx: ${lost.get('duringRestarts')?.length ?? 0} during restarts, ${lost.get('otherwise')?.length ?? 0} otherwise`,
  );
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const result = {
    cores: cpus().length,
    load: loadavg(),
    minutes,
    seconds,
    restarts,
    requests,
    tasks,
    retries,
    acknowledged,
    reads,
    rereads,
    found,
  };
  await writeFile(
    join(folder, options.cluster ? 'cluster.json' : 'storm.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  );
}
