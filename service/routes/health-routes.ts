import { setTimeout as pause } from 'node:timers/promises';
import { SharedReads } from '@labroom/protocol/shared-reads';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { version } from '#platform/process/version.ts';
import type { GracefulShutdown } from './graceful-shutdown.ts';

/** Longest time in milliseconds that a dependency may take to respond. */
const timeoutMs = 2_000;

/** A process whose search index is not loaded by then serves everything else. */
const indexMs = 300_000;

/**
 * `/health`: the process runs, with its version. `/ready`: it can serve requests: its database responds, the search index is loaded and it is not
 * about to stop. Chain and storage are reported but do not count: reads work without them, and removing every replica
 * would not help.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, chain, storage, searchIndex }: ServiceContext,
  shutdown: Pick<GracefulShutdown, 'hasBegun'>,
): void {
  /** Requires that the node serves the expected chain. */
  const servesItsChain = async () => {
    const [id] = await Promise.all([chain.node.getChainId(), chain.node.getBlockNumber()]);
    if (id !== chain.chainId) throw new Error(`The node serves chain ${id}`);
  };
  const startedAt = performance.now();
  const dependencies = async () => {
    const [database, search, node, objects] = await Promise.all([
      answers(db.execute(sql`select 1`)),
      answers(searchIndex.load()),
      answers(servesItsChain()),
      answers(storage.answers()),
    ]);
    return { database, search, chain: node, storage: objects };
  };
  // Anyone may call it, so concurrent requests share one check.
  const shared = new SharedReads<Awaited<ReturnType<typeof dependencies>>>();
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok', version }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const answered = await shared.read('ready', dependencies);
    const canSearch = answered.search || performance.now() - startedAt > indexMs;
    const isReady = answered.database && canSearch;
    const status = shutdown.hasBegun ? 'stopping' : isReady ? 'ready' : 'unavailable';
    return reply.code(status === 'ready' ? 200 : 503).send({ status, ...answered });
  });
}

async function answers(attempt: Promise<unknown>): Promise<boolean> {
  const answered = attempt.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, pause(timeoutMs, false, { ref: false })]);
}
