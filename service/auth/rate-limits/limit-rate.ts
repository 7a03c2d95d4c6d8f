import type { ServiceContext } from '#service/context.ts';
import type { Caller } from '../caller.ts';
import { BucketBatcher } from './bucket-batcher.ts';
import { networkOf } from './network-of.ts';

/**
 * Counts a request; resolves to the seconds after which it may be tried again, 0 when it may go on.
 * @param visitor the IP address that a consumer named which may
 * @param count what it counts as; 1 by default
 */
export type LimitRate = (caller: Caller, visitor?: string, count?: number) => Promise<number>;

/**
 * Counts requests against their consumer, or the visitor in whose name it asks, and, where they proved one, their wallet
 * (decisions.md, "Rate limits"). A request that one of the two refuses still counts for the other. Visitors are counted for
 * each consumer apart: what one says empties nobody's bucket but those of its own. Without the database it fails, as the
 * request itself would: there is no way around the limit by way of an outage. A consumer's own limit holds in every environment,
 * and for all its visitors together.
 */
export function createRateLimit({ db, config: { rateLimits } }: ServiceContext): LimitRate {
  const batcher = new BucketBatcher(db);
  return async ({ consumer, wallet }, visitor, count) => {
    const waits: Promise<number>[] = [];
    const ownLimit = consumer.perMinute ?? (visitor === undefined ? rateLimits?.perConsumer : undefined);
    if (ownLimit !== undefined)
      waits.push(batcher.take({ key: `consumer:${consumer.id}`, perMinute: ownLimit }, count));
    if (!rateLimits) return Math.max(0, ...(await Promise.all(waits)));
    if (visitor !== undefined) {
      const key = `visitor:${consumer.id}:${networkOf(visitor)}`;
      waits.push(batcher.take({ key, perMinute: rateLimits.perAddress }, count));
    }
    if (wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live'))
      waits.push(batcher.take({ key: `wallet:${wallet.wallet}`, perMinute: rateLimits.perWallet }, count));
    return Math.max(...(await Promise.all(waits)));
  };
}

/** Counts what comes without a consumer; resolves to the seconds after which it may be tried again, 0 when it may go on. */
export interface AnonymousLimit {
  ofAddress(ip: string): Promise<number>;
  ofWallet(wallet: string): Promise<number>;
}

/** Counts by IP address and, for wallets, together with what they ask for elsewhere. */
export function createAnonymousLimit({ db, config }: Pick<ServiceContext, 'db' | 'config'>): AnonymousLimit {
  const { rateLimits } = config;
  if (!rateLimits) return { ofAddress: async () => 0, ofWallet: async () => 0 };
  const batcher = new BucketBatcher(db);
  return {
    ofAddress: (ip) => batcher.take({ key: `address:${networkOf(ip)}`, perMinute: rateLimits.perAddress }),
    ofWallet: (wallet) => batcher.take({ key: `wallet:${wallet}`, perMinute: rateLimits.perWallet }),
  };
}
