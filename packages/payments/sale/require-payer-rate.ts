import { CallRejectedError } from '../payment/call-errors.ts';
import type { CallScope } from './paid-call.ts';

/**
 * Counts verified wallets only, so a caller cannot use up another wallet's limit.
 * @throws CallRejectedError 429
 */
export async function requirePayerRate(payer: string, scope: CallScope): Promise<void> {
  const wait = await scope.countPayer(payer);
  if (wait === 0) return;
  const message = 'Too many requests of this wallet. Retry after the seconds in Retry-After.';
  throw new CallRejectedError(429, 'RATE_LIMITED', message, { retryAfter: wait });
}
