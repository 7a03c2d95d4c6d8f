import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { BaseError } from 'viem';
import { chainUnavailable } from '#chain/call-failure.ts';
import { confirmations } from '#chain/confirmations.ts';
import { changeTopics, readChange, watchedContracts } from '#chain/events/contract-changes.ts';
import { inOrder, type MinedLog, readLogs } from '#chain/logs.ts';
import { RangeTooLargeError } from '#chain/node-error.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { logReaders } from '../platform/db/tables/follows.ts';
import { contractEventAt, contractEvents } from '../platform/telemetry/contract-metrics.ts';

/** Its row of `log_readers`, whose number is a block. */
const READER = 'contract-events';
const widestRange = 10_000;

type Watching = Pick<ServiceContext, 'db' | 'chain'> & {
  config: {
    environment: ServiceContext['config']['environment'];
    chain: Pick<ServiceContext['config']['chain'], 'manifest'>;
  };
};

/**
 * Creates the job that tells operators what changed the contracts: upgrades, calls of the timelock, owners, pauses, settings. It reads final
 * blocks, with at most two requests to the node in a run, and begins with the block at which it first runs; what was before is compared by
 * every start (`verify-contracts.ts`).
 *
 * [Note: changes are told before they are counted as read] The position moves in the transaction that tells, so that one worker tells. If
 * the process dies in between, the next one tells it again.
 */
export function contractWatch(): (context: Watching, log: FastifyBaseLogger) => Promise<JobOutcome> {
  let width = widestRange;
  let known: number | undefined;
  return async ({ db, chain, config }, log) => {
    const latest = await chain.history.getBlockNumber({ cacheTime: 0 }).catch(withoutUrl);
    const last = Number(latest) - confirmations[config.environment];
    // Without new blocks the database is not asked.
    if (last === known) return { done: 0, more: false };
    const position = await positionOf(db, last);
    known = position;
    const from = position + 1;
    if (from > last) {
      // The chain of a developer's machine may be replaced by another one.
      if (config.environment === 'local' && position > last) await move(db, position, last);
      return { done: 0, more: false };
    }
    const to = Math.min(last, position + width);
    const contracts = watchedContracts(config.chain.manifest);
    const addresses = [...contracts.keys()].map((address) => ({ address }));
    const logs = await readLogs(chain.history, addresses, { from, to, topics: changeTopics }).catch(
      (error: unknown) => {
        if (!(error instanceof RangeTooLargeError)) return withoutUrl(error);
        return null;
      },
    );
    if (!logs) {
      width = Math.max(1, (to - position) >> 1);
      return { done: 0, more: true };
    }
    width = Math.min(widestRange, 2 * width);
    const changes = inOrder(logs);
    const isMine = await db.transaction(async (tx) => {
      const isMoved = await move(tx, position, to);
      if (isMoved) for (const change of changes) tell(change, contracts, log);
      return isMoved;
    });
    known = isMine ? to : undefined;
    return { done: isMine ? changes.length : 0, more: to < last };
  };
}

/** The last block that was read; at the first call the given one. */
async function positionOf(db: Watching['db'], first: number): Promise<number> {
  const ofThis = eq(logReaders.name, READER);
  const [row] = await db.select().from(logReaders).where(ofThis);
  if (row) return row.number;
  await db.insert(logReaders).values({ name: READER, number: first }).onConflictDoNothing();
  return first;
}

/** @returns false if another process moved it */
async function move(db: Pick<Watching['db'], 'update'>, from: number, to: number): Promise<boolean> {
  const moved = await db
    .update(logReaders)
    .set({ number: to })
    .where(and(eq(logReaders.name, READER), eq(logReaders.number, from)))
    .returning();
  return moved.length > 0;
}

function tell(change: MinedLog, contracts: ReadonlyMap<string, string>, log: FastifyBaseLogger): void {
  const { address, blockNumber: block, transactionHash: transaction } = change;
  const contract = contracts.get(address) ?? address;
  const { event, args } = readChange(change);
  log.warn({ contract, address, event, args, block, transaction }, 'a contract changed');
  contractEvents.inc({ contract, event });
  contractEventAt.set({ contract, event }, Date.now() / 1_000);
}

/** Errors of viem contain the URL of the node, which may contain a key. */
function withoutUrl(error: unknown): never {
  throw error instanceof BaseError ? chainUnavailable(error) : error;
}
