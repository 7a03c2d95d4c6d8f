import type { Caller } from '../auth/authenticate.ts';
import { ServiceError } from '../errors.ts';
import { Admission } from './admission.ts';

/** Of this process: work that a wallet asks for takes processor time and connections before it comes to any lab's lock. */
const ofWallets = new Admission({
  atOnce: 2,
  maxWaiting: 256,
  maxWaitMs: 10_000,
  refuse: (retryAfterSeconds) =>
    new ServiceError('RATE_LIMITED', 'This wallet has too many calls in progress.', {
      reason: 'WALLET_BUSY',
      retryAfterSeconds,
    }),
});

/**
 * Runs a mutation when the wallet that the caller proved has fewer than two in progress in this process. A caller without
 * a wallet does not wait: nobody can take the turn of another.
 * @throws ServiceError `RATE_LIMITED`, reason `WALLET_BUSY`, with `retryAfterSeconds`
 */
export function admitMutation<T>({ wallet }: Caller, mutation: () => Promise<T>): Promise<T> {
  const isProved =
    wallet.kind === 'user-token' || (wallet.kind === 'service-token' && wallet.state === 'live');
  return isProved ? ofWallets.run(wallet.wallet.toLowerCase(), mutation) : mutation();
}
