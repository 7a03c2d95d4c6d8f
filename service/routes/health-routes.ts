import { SharedReads } from '@labroom/protocol/shared-reads';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { commit, version } from '#platform/process/version.ts';
import { findFaults, sentencesOf } from '#readiness/readiness.ts';
import { withinTime } from '#readiness/within-time.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';

/** Longest time in milliseconds that the search index may take to say whether it is loaded. */
const timeoutMs = 2_000;

/** A process whose search index is not loaded by then serves everything else. */
const indexMs = 300_000;

/**
 * `/health`: the process runs, with its version and commit. `/ready`: it can serve requests: its database responds, the search index is loaded and it is not
 * about to stop. What else it needs is reported, with a sentence in `problems` for each that is missing and null for what could not be tried, but does not count: reads
 * work without it, and removing every replica would not help.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  shutdown: Pick<GracefulShutdown, 'hasBegun'>,
): void {
  const startedAt = performance.now();
  // Anyone may call it, so concurrent requests share one check.
  const shared = new SharedReads<Awaited<ReturnType<typeof look>>>();
  const look = async () => {
    const [faults, index] = await Promise.all([
      findFaults(context),
      withinTime(context.searchIndex.load(), timeoutMs),
    ]);
    return { faults, search: 'value' in index };
  };
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok', version, commit }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const { faults, search } = await shared.read('ready', look);
    const { database, ...others } = faults;
    const canSearch = search || performance.now() - startedAt > indexMs;
    const isReady = database === null && canSearch;
    const status = shutdown.hasBegun ? 'stopping' : isReady ? 'ready' : 'unavailable';
    const answers = Object.fromEntries(
      Object.entries(others).map(([need, fault]) => [need, fault === undefined ? null : fault === null]),
    );
    const problems = sentencesOf(faults);
    return reply
      .code(status === 'ready' ? 200 : 503)
      .send({ status, database: database === null, search, ...answers, problems });
  });
}
