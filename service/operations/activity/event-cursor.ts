import { ServiceError } from '#service/platform/errors.ts';
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
