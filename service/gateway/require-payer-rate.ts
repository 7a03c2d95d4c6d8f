import type { Gateway } from './gateway.ts';
import { CallRejectedError } from './offers/call-errors.ts';
import type { ReportedScope } from './request-scope.ts';

/**
 * Counts verified wallets only, so a caller cannot use up another wallet's limit.
 * @throws CallRejectedError 429
 */
export async function requirePayerRate(
  { limits }: Gateway,
  payer: string,
  { report }: ReportedScope,
): Promise<void> {
  const wait = report(await limits.ofWallet(payer));
  if (wait === 0) return;
  const message = 'Too many requests of this wallet. Retry after the seconds in Retry-After.';
  throw new CallRejectedError(429, 'RATE_LIMITED', message, { retryAfter: wait });
}
