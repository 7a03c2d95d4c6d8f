import type { RequestContext } from '../context.ts';
import { Admission } from '../platform/admission/admission.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

const limits = {
  maxWaiting: 256,
  maxWaitMs: 10_000,
  refuse: (retryAfterSeconds: number) =>
    new ServiceError(
      'RATE_LIMITED',
      `Too many mutations of this caller are in progress. Retry after ${retryAfterSeconds} seconds.`,
      {
        reason: 'CALLER_BUSY',
        retryAfterSeconds,
      },
    ),
};

/** Of this process: what a caller asks for takes processor time and connections before it comes to any lab's lock. */
const ofWallets = new Admission({ ...limits, atOnce: 2 });
/** Of these, contracts sign at most three at once (`UntrustedCalls`, per consumer), so one more is never held up by them. */
const ofOthers = new Admission({ ...limits, atOnce: 4 });

/**
 * Runs a mutation when the caller has few enough in progress in this process: two for a wallet that was proved, four for
 * all callers without one that come from the same network or, where a web app names none, with the same credential.
 * @throws ServiceError `RATE_LIMITED`, reason `CALLER_BUSY`, with `retryAfterSeconds`
 */
export function admitMutation<T>(
  { caller, visitor }: Pick<RequestContext, 'caller' | 'visitor'>,
  mutation: () => Promise<T>,
): Promise<T> {
  const wallet = provedWallet(caller);
  return wallet
    ? ofWallets.run(wallet.toLowerCase(), mutation)
    : ofOthers.run(`${caller.consumer.id} ${visitor ?? ''}`, mutation);
}

function provedWallet({ wallet }: Caller): string | null {
  const isProved =
    wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live');
  return isProved ? wallet.wallet : null;
}
