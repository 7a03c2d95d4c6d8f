import { Admission } from '../admission/admission.ts';
import { ServiceError } from '../errors.ts';
import type { Database, Transaction } from './database.ts';
import { codeOf } from './database-failure.ts';

declare const isOfLab: unique symbol;
/** What a function asks for that locks a lab's row: only `labTransaction` gives one. */
export type LabTransaction = Transaction & { [isOfLab]: true };

const LOCK_NOT_AVAILABLE = '55P03';

/** By database, as the locks are. */
const queues = new WeakMap<Database, Admission>();

/**
 * A transaction that locks the row of one lab. At most one per lab runs in this process; the others wait here, without a
 * connection. Between processes PostgreSQL keeps the order, for as long as `lock_timeout`.
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

/** Too many changes of one lab at once. */
export function labBusy(retryAfterSeconds: number, cause?: unknown): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Too many changes of this lab are in progress. Retry after 1 second. Retry after ${retryAfterSeconds} seconds.`,
    {
      reason: 'LAB_BUSY',
      retryAfterSeconds,
      cause,
    },
  );
}
