import type { Caller } from '../auth/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { Turnstile } from './turnstile.ts';

/** Counts a request; resolves to the seconds after which it may be tried again, 0 when it may go on. */
export type LimitRate = (caller: Caller) => Promise<number>;

/**
 * Counts requests against their consumer and, where they proved one, their wallet (decisions.md, "Rate limits"). A request
 * that one of the two refuses still counts for the other. Without the database it fails, as the request itself would:
 * there is no way around the limit by way of an outage.
 */
export function createRateLimit({ db, config: { rateLimits } }: ServiceContext): LimitRate {
  if (!rateLimits) return async () => 0;
  const turnstile = new Turnstile(db);
  return async ({ consumer, wallet }) => {
    const waits = [turnstile.take({ key: `consumer:${consumer.id}`, perMinute: rateLimits.perConsumer })];
    if (wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live'))
      waits.push(turnstile.take({ key: `wallet:${wallet.wallet}`, perMinute: rateLimits.perWallet }));
    return Math.max(...(await Promise.all(waits)));
  };
}
