import { DrizzleQueryError } from 'drizzle-orm';
import { ServiceError } from '../errors/errors.ts';

/** No connection was available, so nothing was sent. */
export class NoConnectionError extends Error {
  constructor(cause: unknown) {
    super('The database could not be reached', { cause });
    this.name = 'NoConnectionError';
  }
}

/** read_only_sql_transaction: the server is a standby, as after a failover that the address has not followed yet. */
const READ_ONLY = '25006';

/** disk_full: PostgreSQL could not write. The transaction was rolled back. */
export const DISK_FULL = '53100';

/** PostgreSQL error codes (appendix A) of statements that did not run or were rolled back, and may succeed later. */
const overloadCodes = new Set([
  '40001', // serialization_failure
  READ_ONLY,
  '40P01', // deadlock_detected
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available: `lock_timeout`
  '57014', // query_canceled: `statement_timeout`
]);

/** PostgreSQL shuts down, crashes or starts; a transaction was idle for too long. */
const lostCodes = new Set(['57P01', '57P02', '57P03', '25P03', '08000', '08003', '08006']);
/** protocol_violation. As a fatal error it is PgBouncer's, for a server that is gone. */
const POOLER_LOST = '08P01';
const socketCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** Messages of `pg` for a connection that breaks during a statement. They have no code. */
const lostMessages = /^(Connection terminated|Client has encountered a connection error)/;

/**
 * Returns the SQLSTATE of a failure, or the code of the operating system. The database's error is a cause of the
 * query's error.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? codeOf(error.cause);
}

/** Whether the transaction was rolled back because of a concurrent one. A retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** Whether the connection leads to a standby, so that it is of no use for writing. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** Converts a temporary failure of the database to a ServiceError; returns `null` for any other error. */
export function transientDatabaseError(error: unknown, isOfQuery = false): ServiceError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof NoConnectionError) return databaseBusy(2, error);
  if ('severity' in error && code === DISK_FULL) return databaseFull(error);
  if ('severity' in error && overloadCodes.has(code)) return databaseBusy(2, error);
  const isLost =
    ('severity' in error && lostCodes.has(code)) ||
    (code === POOLER_LOST && 'severity' in error && error.severity === 'FATAL') ||
    (isOfQuery && socketCodes.has(code)) ||
    lostMessages.test(error.message);
  if (isLost) return connectionLost(error);
  return transientDatabaseError(error.cause, isOfQuery || error instanceof DrizzleQueryError);
}

/** For a failure in which nothing was changed. */
export function databaseBusy(retryAfterSeconds: number, cause?: unknown): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', 'The database is busy. Try again in a moment.', {
    reason: 'DATABASE_BUSY',
    retryAfterSeconds,
    cause,
  });
}

/** Nothing was changed. It ends only when somebody makes room, so callers wait longer. */
function databaseFull(cause: unknown): ServiceError {
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    'The database has no space left, so nothing was changed. Try again later.',
    { reason: 'DATABASE_FULL', retryAfterSeconds: 30, cause },
  );
}

/**
 * The statement may have taken effect. Therefore it has no `retryAfterSeconds`, which would promise that nothing was
 * changed.
 */
function connectionLost(cause: unknown): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', 'The connection to the database was lost. Try again.', {
    reason: 'DATABASE_CONNECTION_LOST',
    cause,
  });
}
