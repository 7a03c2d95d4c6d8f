import { networkOf } from '@labroom/protocol/network-of';
import type { AuthPorts } from '../auth-ports.ts';
import { type Caller, provedWallet } from '../caller.ts';
import { BucketBatcher, type Turn } from './bucket-batcher.ts';

/** A bucket that a request counted in, after it. */
export interface CountedBucket extends Turn {
  /** Whose requests it counts. */
  policy: 'consumer' | 'visitor' | 'address' | 'wallet' | 'issuer' | 'processor';
  /** Its size, and the tokens that it gains per minute; of `processor` in milliseconds. */
  perMinute: number;
}

/** A counted request. */
export interface Counted {
  /** Seconds after which it may be retried, 0 if it may proceed. */
  wait: number;
  /** Empty without limits. */
  buckets: readonly CountedBucket[];
}

/**
 * Counts a request.
 * @param visitor the IP address that a web app named, or from which a credential of a wallet is used
 * @param count weight of the request; 1 by default
 */
export type LimitRate = (caller: Caller, visitor?: string, count?: number) => Promise<Counted>;

type Take = (
  policy: CountedBucket['policy'],
  id: string,
  perMinute: number,
  count?: number,
) => Promise<CountedBucket>;

/** Each policy has its prefix of keys. The wallet of a credential is counted like any other. */
function bucketsIn(db: AuthPorts['db']): Take {
  const batcher = new BucketBatcher(db);
  return async (policy, id, perMinute, count) => {
    const prefix = policy === 'issuer' ? 'wallet' : policy;
    return { policy, perMinute, ...(await batcher.take({ key: `${prefix}:${id}`, perMinute }, count)) };
  };
}

async function counted(taking: readonly Promise<CountedBucket>[]): Promise<Counted> {
  const buckets = await Promise.all(taking);
  return { wait: Math.max(0, ...buckets.map(({ wait }) => wait)), buckets };
}

/**
 * Counts a request against its consumer (or the visitor that the consumer names) and against the proved wallet
 * (docs/specification/limits.md#rates). A request that one bucket rejects still counts in the other. Visitor buckets are
 * per consumer, so a consumer cannot empty the buckets of another one's visitors. A consumer's own limit applies in every
 * environment and to all its visitors together. A credential that a wallet issued itself counts against the wallet and against
 * the address that sends, in the buckets of requests without a credential: more credentials give no more requests. Throws if
 * the database is unavailable, so an outage lifts no limit.
 */
export function createRateLimit({ db, config: { rateLimits } }: Pick<AuthPorts, 'db' | 'config'>): LimitRate {
  const take = bucketsIn(db);
  return (caller, visitor, count) => {
    const { consumer } = caller;
    const taking: Promise<CountedBucket>[] = [];
    const { id, issuedTo } = consumer;
    const ownLimit = consumer.perMinute ?? (visitor === undefined ? rateLimits?.perConsumer : undefined);
    if (ownLimit !== undefined) taking.push(take('consumer', id, ownLimit, count));
    if (!rateLimits) return counted(taking);
    if (visitor !== undefined) {
      const network = networkOf(visitor);
      taking.push(
        issuedTo === null
          ? take('visitor', `${id}:${network}`, rateLimits.perVisitor, count)
          : take('address', network, rateLimits.perAddress, count),
      );
    }
    const proved = provedWallet(caller);
    if (proved) taking.push(take('wallet', proved, rateLimits.perWallet, count));
    if (issuedTo && issuedTo !== proved) taking.push(take('issuer', issuedTo, rateLimits.perWallet, count));
    return counted(taking);
  };
}

/** Counts requests without a consumer. */
export interface AnonymousLimit {
  ofAddress(ip: string, count?: number): Promise<Counted>;
  ofWallet(wallet: string): Promise<Counted>;
}

/** Counts by IP address. A wallet's bucket is shared with its requests through consumers. */
export function createAnonymousLimit({ db, config }: Pick<AuthPorts, 'db' | 'config'>): AnonymousLimit {
  const { rateLimits } = config;
  if (!rateLimits) return { ofAddress: () => counted([]), ofWallet: () => counted([]) };
  const take = bucketsIn(db);
  return {
    ofAddress: (ip, count) => counted([take('address', networkOf(ip), rateLimits.perAddress, count)]),
    ofWallet: (wallet) => counted([take('wallet', wallet, rateLimits.perWallet)]),
  };
}
