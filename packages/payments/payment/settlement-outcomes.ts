import type { Settlement } from './facilitator.ts';

const shortCode = /^[a-z0-9_]{1,80}(?=$|:)/;

/**
 * Returns the short x402 code at the start of a reason (e.g. `invalid_exact_evm_insufficient_balance`), else
 * `otherwise`: texts can contain hosts or calldata.
 */
export function asReason(given: unknown, otherwise: string): string {
  return (typeof given === 'string' && shortCode.exec(given)?.[0]) || otherwise;
}

export const settled = (transaction: string, transfers?: readonly number[]): Settlement => ({
  kind: 'settled',
  transaction,
  ...(transfers && { transfers }),
});

export const failed = (reason: string, transaction: string | null = null): Settlement => ({
  kind: 'failed',
  reason,
  transaction,
});

export const unknown = (reason: string, transaction: string | null = null): Settlement => ({
  kind: 'unknown',
  reason,
  transaction,
});
