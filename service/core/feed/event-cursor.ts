import { ServiceError } from '#platform/errors/errors.ts';
import type { EventPosition } from './on-chain-activity-store.ts';

/** @throws ServiceError `INVALID_CURSOR` */
export function parseEventCursor(cursor: string | null | undefined): EventPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, blockNumber, logIndex] = /^(\d{1,15}):(\d{1,9})$/.exec(cursor) ?? [];
  if (blockNumber === undefined) {
    throw new ServiceError('INVALID_INPUT', 'cursor must be the id of a row: <block_number>:<log_index>.', {
      reason: 'INVALID_CURSOR',
      details: { argument: 'cursor' },
    });
  }
  return { blockNumber: Number(blockNumber), logIndex: Number(logIndex) };
}

/**
 * A position in the event log: the number of the last event that was read, `0` before the first.
 * @throws ServiceError `INVALID_CURSOR`
 */
export function parseLogCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ServiceError('INVALID_INPUT', 'after must be an endCursor, or 0 for the beginning of the log.', {
    reason: 'INVALID_CURSOR',
    details: { argument: 'after' },
  });
}

/** For a cursor beyond the end, e.g. after an older backup was restored. What would follow it is unknown. */
export function beyondTheLog(end: string): ServiceError {
  return new ServiceError(
    'INVALID_INPUT',
    `after is beyond the log, which ends at ${end}. Read it from there.`,
    {
      reason: 'INVALID_CURSOR',
      details: { argument: 'after' },
    },
  );
}
