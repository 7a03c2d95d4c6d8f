import { ServiceError } from '#platform/errors/errors.ts';
import { Admission } from '../platform/admission/admission.ts';
import { type Caller, limitsIdOf, provedWallet } from './caller.ts';

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

/** Per process. A mutation uses processor time and connections before it waits for a lab's lock. */
const walletQueue = new Admission({ ...limits, atOnce: 2 });
/**
 * At most three of these wait for signatures by contracts (`UntrustedCalls`, per consumer), so one place stays free for
 * others.
 */
const walletlessQueue = new Admission({ ...limits, atOnce: 4 });

/**
 * Runs a mutation when the caller has few enough in progress in this process: two per proved wallet. Callers without a
 * wallet share four per visitor network or, if the web app names no visitor, per credential.
 * @throws ServiceError `RATE_LIMITED`, reason `CALLER_BUSY`, with `retryAfterSeconds`
 */
export function admitMutation<T>(
  { caller, visitor }: { caller: Caller; visitor: string | undefined },
  mutation: () => Promise<T>,
): Promise<T> {
  const wallet = provedWallet(caller);
  return wallet
    ? walletQueue.run(wallet.toLowerCase(), mutation)
    : walletlessQueue.run(`${limitsIdOf(caller.consumer)} ${visitor ?? ''}`, mutation);
}
