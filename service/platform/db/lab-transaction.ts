import { Admission } from '../admission/admission.ts';
import { ServiceError } from '../errors/errors.ts';
import type { Database, Transaction } from './database.ts';
import { codeOf } from './database-failure.ts';

declare const isOfLab: unique symbol;
/** Parameter type of functions that need the lab's row locked. Only `labTransaction` creates it. */
export type LabTransaction = Transaction & { [isOfLab]: true };

const LOCK_NOT_AVAILABLE = '55P03';

/** By database, because locks are per database. */
const queues = new WeakMap<Database, Admission>();

/**
 * Runs a transaction that locks the row of one lab. At most one per lab runs in this process; the others wait without a
 * connection. Between processes PostgreSQL keeps the order, up to `lock_timeout`.
 * @throws ServiceError `RATE_LIMITED`, reason `LAB_BUSY`, with `retryAfterSeconds`
 */
export function labTransaction<Result>(
  db: Database,
  oclId: string,
  work: (tx: LabTransaction) => Promise<Result>,
): Promise<Result> {
  const queue =
    queues.get(db) ?? new Admission({ atOnce: 1, maxWaiting: 64, maxWaitMs: 10_000, refuse: labBusy });
  queues.set(db, queue);
  return queue.run(oclId, () =>
    db
      .transaction((tx) => work(tx as LabTransaction))
      .catch((error: unknown) => {
        throw codeOf(error) === LOCK_NOT_AVAILABLE ? labBusy(2, error) : error;
      }),
  );
}

export function labBusy(retryAfterSeconds: number, cause?: unknown): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Too many changes of this lab are in progress. Retry after ${retryAfterSeconds} seconds.`,
    {
      reason: 'LAB_BUSY',
      retryAfterSeconds,
      cause,
    },
  );
}
