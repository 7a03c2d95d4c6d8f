import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { takeLease } from '#platform/db/lease.ts';
import { waitFor } from '#platform/jobs/waiter.ts';
import { scrubbedAt, scrubFaults, scrubUnchecked } from '#platform/telemetry/worker-metrics.ts';
import { chain } from './chain.ts';
import type { Findings, Part, Samples, Subject } from './findings.ts';
import { inSnapshot } from './in-snapshot.ts';
import { everyInvariant } from './invariants.ts';
import { keys } from './keys.ts';
import { objects } from './objects.ts';
import { records } from './records.ts';
import { search } from './search.ts';

/** Steps of large parts look at a few each time, at random. Objects of gigabytes are left to `verify-storage`. */
const samples: Samples = { keys: 200, objects: 20, documents: 200, mostBytes: 64 * 1024 * 1024 };

/** Lines of a part in the log. Its metric counts the others. */
const mostLogged = 100;

/** Of all workers on a database, the holder scrubs. */
const SCRUB_LEASE = 'scrub';

/** Lets a test choose the times. */
export interface ScrubTiming {
  /** Before the first pass, so that a start is not slowed. */
  firstMs: number;
  /** Between the ends and the beginnings of passes. */
  betweenMs: number;
  /** Before a step that found something is repeated. */
  againMs: number;
  /** Of one processor core, that a pass takes: after each step it waits so much longer than the step took. */
  share: number;
}

const usualTiming: ScrubTiming = { firstMs: 300_000, betweenMs: 6 * 3_600_000, againMs: 60_000, share: 0.01 };

interface Step {
  part: Part['name'];
  look(subject: Subject): Promise<Findings>;
  isSample?: boolean;
}

const stepOf = (part: Part, isSample: boolean): Step => ({
  part: part.name,
  look: (subject) => part.look(subject),
  isSample,
});

const steps: readonly Step[] = [
  ...everyInvariant.map((find) => ({
    part: records.name,
    look: async ({ tx }: Subject) => ({ seen: null, faults: await find(tx), unchecked: [] }),
  })),
  ...[keys, search, objects].map((part) => stepOf(part, true)),
  stepOf(chain, false),
];

/**
 * Does what `check` does, slowly and again and again, and tells what it finds in the log and in metrics. What a step finds in
 * rows or on the chain counts only if it finds it again a while later, because the database and the chain are not read at one moment.
 */
export async function runScrub(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  timing: ScrubTiming = usualTiming,
): Promise<void> {
  await waitFor(timing.firstMs, signal);
  while (!signal.aborted) {
    try {
      await using lease = await takeLease(context.db, SCRUB_LEASE);
      if (lease) await pass(context, log, AbortSignal.any([signal, lease.lost]), timing);
    } catch (error) {
      log.warn({ err: error, retryInMs: timing.betweenMs }, 'the scrub was interrupted');
    }
    await waitFor(timing.betweenMs, signal);
  }
}

async function pass(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  timing: ScrubTiming,
): Promise<void> {
  for (const [part, ofPart] of Map.groupBy(steps, (step) => step.part)) {
    const [faults, unchecked]: [string[], string[]] = [[], []];
    for (const step of ofPart) {
      const found = await lookTwice(context, step, signal, timing);
      if (signal.aborted) return;
      faults.push(...found.faults);
      unchecked.push(...found.unchecked);
    }
    for (const fault of faults.slice(0, mostLogged)) log.error({ part, fault }, 'the scrub found a fault');
    for (const reason of unchecked.slice(0, mostLogged))
      log.warn({ part, reason }, 'the scrub could not look');
    scrubFaults.set({ part }, faults.length);
    scrubUnchecked.set({ part }, unchecked.length);
    scrubbedAt.set({ part }, Date.now() / 1_000);
  }
}

async function lookTwice(
  context: ServiceContext,
  step: Step,
  signal: AbortSignal,
  timing: ScrubTiming,
): Promise<Findings> {
  const first = await lookOnce(context, step, signal, timing);
  // A sample is another the next time, so what it found is not found again.
  if (first.faults.length === 0 || step.isSample) return first;
  await waitFor(timing.againMs, signal);
  const again = new Set((await lookOnce(context, step, signal, timing)).faults);
  return { ...first, faults: first.faults.filter((fault) => again.has(fault)) };
}

async function lookOnce(
  context: ServiceContext,
  { look }: Step,
  signal: AbortSignal,
  { share }: ScrubTiming,
): Promise<Findings> {
  const began = performance.now();
  const found = await inSnapshot(context, samples, look);
  await waitFor((performance.now() - began) * (1 / share - 1), signal);
  return found;
}
