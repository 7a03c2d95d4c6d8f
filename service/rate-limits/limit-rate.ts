import type { Caller } from '../auth/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { type Bucket, takeTokens } from './take-tokens.ts';

/**
 * Counts a request against its consumer and, where it proved one, its wallet (decisions.md, "Rate limits"). A request
 * that one of the two refuses still counts for the other. Without the database it fails, as the request itself would:
 * there is no way around the limit by way of an outage.
 * @returns seconds after which it may be tried again; 0 when it may go on
 */
export async function limitRate(
  { db, config: { rateLimits } }: ServiceContext,
  { consumer, wallet }: Caller,
): Promise<number> {
  if (!rateLimits) return 0;
  const buckets: Bucket[] = [{ key: `consumer:${consumer.id}`, perMinute: rateLimits.perConsumer }];
  if (wallet.kind === 'service-token' && wallet.state === 'live')
    buckets.push({ key: `wallet:${wallet.wallet}`, perMinute: rateLimits.perWallet });
  return takeTokens(db, buckets);
}
