import type { ServiceContext } from '#service/context.ts';
import type { Caller } from '../caller.ts';
import { BucketBatcher } from './bucket-batcher.ts';
import { networkOf } from './network-of.ts';

/**
 * Counts a request. Resolves to the seconds after which it may be retried, 0 if it may proceed.
 * @param visitor the IP address that a web app named, or from which a credential of a wallet is used
 * @param count weight of the request; 1 by default
 */
export type LimitRate = (caller: Caller, visitor?: string, count?: number) => Promise<number>;

/**
 * Counts a request against its consumer (or the visitor that the consumer names) and against the proved wallet
 * (docs/specification/limits.md#rates). A request that one bucket rejects still counts in the other. Visitor buckets are
 * per consumer, so a consumer cannot empty the buckets of another one's visitors. A consumer's own limit applies in every
 * environment and to all its visitors together. A credential that a wallet issued itself counts against the wallet and against
 * the address that sends, in the buckets of requests without a credential: more credentials give no more requests. Throws if
 * the database is unavailable, so an outage lifts no limit.
 */
export function createRateLimit({ db, config: { rateLimits } }: ServiceContext): LimitRate {
  const batcher = new BucketBatcher(db);
  return async ({ consumer, wallet }, visitor, count) => {
    const waits: Promise<number>[] = [];
    const { issuedTo } = consumer;
    const ownLimit = consumer.perMinute ?? (visitor === undefined ? rateLimits?.perConsumer : undefined);
    if (ownLimit !== undefined)
      waits.push(batcher.take({ key: `consumer:${consumer.id}`, perMinute: ownLimit }, count));
    if (!rateLimits) return Math.max(0, ...(await Promise.all(waits)));
    if (visitor !== undefined) {
      const network = networkOf(visitor);
      const key = issuedTo === null ? `visitor:${consumer.id}:${network}` : `address:${network}`;
      waits.push(batcher.take({ key, perMinute: rateLimits.perAddress }, count));
    }
    const isProved =
      wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live');
    for (const one of new Set([issuedTo, isProved ? wallet.wallet : null]))
      if (one) waits.push(batcher.take({ key: `wallet:${one}`, perMinute: rateLimits.perWallet }, count));
    return Math.max(...(await Promise.all(waits)));
  };
}

/**
 * Counts requests without a consumer. Resolves to the seconds after which a request may be retried, 0 if it may
 * proceed.
 */
export interface AnonymousLimit {
  ofAddress(ip: string, count?: number): Promise<number>;
  ofWallet(wallet: string): Promise<number>;
}

/** Counts by IP address. A wallet's bucket is shared with its requests through consumers. */
export function createAnonymousLimit({ db, config }: Pick<ServiceContext, 'db' | 'config'>): AnonymousLimit {
  const { rateLimits } = config;
  if (!rateLimits) return { ofAddress: async () => 0, ofWallet: async () => 0 };
  const batcher = new BucketBatcher(db);
  return {
    ofAddress: (ip, count) =>
      batcher.take({ key: `address:${networkOf(ip)}`, perMinute: rateLimits.perAddress }, count),
    ofWallet: (wallet) => batcher.take({ key: `wallet:${wallet}`, perMinute: rateLimits.perWallet }),
  };
}
