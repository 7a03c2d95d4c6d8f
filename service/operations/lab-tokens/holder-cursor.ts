import { ServiceError } from '#platform/errors/errors.ts';
import type { HolderPosition } from './token-ledger-store.ts';

/** @throws ServiceError `INVALID_CURSOR` */
export function parseHolderCursor(cursor: string | null | undefined): HolderPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, balance, address] = /^(\d{1,90}):(0x[0-9a-f]{40})$/.exec(cursor) ?? [];
  if (balance !== undefined && address !== undefined) return { balance, address };
  throw new ServiceError('INVALID_INPUT', 'cursor must be the id of a row: <balance>:<address>.', {
    reason: 'INVALID_CURSOR',
    details: { argument: 'cursor' },
  });
}
