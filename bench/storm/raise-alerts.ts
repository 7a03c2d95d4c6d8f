import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { announceProcess } from '@labroom/service/readiness/running-processes.ts';
import type { Program } from './program.ts';
import type { Prometheus } from './prometheus.ts';
import type { Stack } from './stack.ts';

/** How long an alert may take, and how long it may stay after its fault, in seconds. */
const limits = { fires: 120, ends: 300 };

interface Fault {
  name: string;
  alert: string;
  begin(): unknown;
  end(): unknown;
}

interface Raised {
  fault: string;
  alert: string;
  /** From the fault to the alert; null if it did not fire in time. */
  secondsToFire: number | null;
  /** From the end of the fault to the end of the alert. */
  secondsToEnd: number | null;
}

/** What an operator asks, and what answers it (docs/operations.md). */
const questions: readonly [question: string, ...expressions: string[]][] = [
  [
    'Who is slow?',
    'topk(3, sum by (consumer) (labroom_top_consumers_seconds))',
    'topk(3, histogram_quantile(0.95, sum by (operation, le) (rate(labroom_graphql_operation_duration_seconds_bucket[2m]))))',
  ],
  ['Who is noisy?', 'topk(3, sum by (consumer) (labroom_top_consumers_requests))'],
  ['Is the index behind?', 'max(labroom_indexer_lag_blocks)', 'max(labroom_chain_head_age_seconds)'],
  [
    'Are payments settling?',
    'max(labroom_oldest_seconds{waiting="payment"})',
    'max by (state) (labroom_paid_calls) > 0',
  ],
  ['Is a disk filling?', 'max(labroom_store_bytes)', 'max(labroom_database_bytes)'],
  [
    'Is anything stuck?',
    'max by (exported_job) (labroom_job_overdue_seconds > 0)',
    'max by (waiting) (labroom_oldest_seconds)',
  ],
];

/** Asks the questions of operators under load. @returns the answers, and the milliseconds that each took */
export async function answerQuestions(prometheus: Prometheus) {
  const answers: { question: string; ms: number; answers: string[] }[] = [];
  for (const [question, ...expressions] of questions) {
    const from = performance.now();
    const results = await Promise.all(expressions.map((expression) => prometheus.query(expression)));
    const told = results.flat().map(({ metric, value: [, value] }) => {
      const labels = Object.values(metric).join(' ');
      return `${labels} ${Number(Number(value).toPrecision(3))}`.trim();
    });
    answers.push({ question, ms: Math.round(performance.now() - from), answers: told });
  }
  return answers;
}

/** Makes one fault after the other under the load of the storm, and waits for its alert and for the alert's end. */
export async function raiseAlerts(stack: Stack, prometheus: Prometheus): Promise<Raised[]> {
  const raised: Raised[] = [];
  for (const { name, alert, begin, end } of faultsOf(stack)) {
    if ((await prometheus.firing()).has(alert))
      await until(async () => !(await prometheus.firing()).has(alert), limits.ends);
    const [began] = await Promise.all([performance.now(), begin()]);
    const fired = await until(async () => (await prometheus.firing()).has(alert), limits.fires, began);
    const ended = performance.now();
    await end();
    const over = await until(async () => !(await prometheus.firing()).has(alert), limits.ends, ended);
    raised.push({ fault: name, alert, secondsToFire: fired, secondsToEnd: fired === null ? null : over });
    console.log(`${name}: ${alert} ${fired === null ? 'DID NOT FIRE' : `after ${fired} s`}`);
  }
  return raised;
}

/** Resolves to the seconds since `from`, or to null when the time is over. */
async function until(
  isTrue: () => Promise<boolean>,
  seconds: number,
  from = performance.now(),
): Promise<number | null> {
  while (performance.now() - from < seconds * 1_000) {
    if (await isTrue().catch(() => false)) return Math.round((performance.now() - from) / 1_000);
    await pause(500);
  }
  return null;
}

function faultsOf({ weak, programs, context }: Stack): Fault[] {
  if (!weak) throw new Error('The stack has no parts to make faults in.');
  const [, serviceB, worker] = programs as [Program, Program, Program];
  const cut = (part: 'database' | 'node' | 'store') => ({
    begin: () => weak[part].cut(),
    end: () => weak[part].mend(),
  });
  const started = (env: Record<string, string>, before?: string) => ({
    begin: () => serviceB.restart(env, before),
    end: () => serviceB.restart(),
  });
  let other: AsyncDisposable | undefined;
  return [
    {
      name: 'the worker is dead',
      alert: 'LabroomProcessDown',
      begin: () => worker.halt(),
      end: () => worker.start(),
    },
    {
      name: 'a service hangs',
      alert: 'LabroomProcessDown',
      begin: () => serviceB.signal('SIGSTOP'),
      end: () => serviceB.signal('SIGCONT'),
    },
    { name: 'the database is away', alert: 'LabroomDatabaseNotReady', ...cut('database') },
    {
      name: 'the disk of the database is full',
      alert: 'LabroomDatabaseFull',
      begin: () => weak.disk.fill(),
      async end() {
        await weak.disk.clear();
        await weak.restartDatabase();
      },
    },
    { name: 'the store is away', alert: 'LabroomStorageNotReady', ...cut('store') },
    {
      name: 'the bucket is missing',
      alert: 'LabroomStorageNotReady',
      ...started({ S3_BUCKET: 'no-such-bucket' }),
    },
    {
      name: 'the secret of the store is wrong',
      alert: 'LabroomStorageNotReady',
      ...started({ S3_SECRET_ACCESS_KEY: 'another-secret' }),
    },
    { name: 'the node is away', alert: 'LabroomChainNotReady', ...cut('node') },
    {
      name: 'a clock is an hour ahead',
      alert: 'LabroomDatabaseClock',
      ...started({
        CLOCK_AHEAD_MS: '3600000',
        NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../testing/skewed-clock.ts')}`,
      }),
    },
    {
      name: 'a process has another secret',
      alert: 'LabroomSecretMismatch',
      async begin() {
        other = await announceProcess({ ...context, secrets: { secretNames: ['another'] } });
      },
      end: () => other?.[Symbol.asyncDispose](),
    },
    { name: 'few file descriptors', alert: 'LabroomFileDescriptors', ...started({}, 'ulimit -n 64;') },
  ];
}
