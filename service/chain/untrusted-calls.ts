import { ServiceError } from '#platform/errors/errors.ts';

/**
 * The accounts that a call of an untrusted contract counts against. Each part has its own limit; absent parts are not
 * counted.
 */
export interface CallScope {
  /** The wallet that the caller proved to act for. */
  wallet?: string | undefined;
  /** `oclId` of the lab that the call is about. */
  lab?: string | undefined;
  /** The called contract. */
  contract?: string | undefined;
  consumer?: string | undefined;
  /** Network of the visitor, as reported by a web app. */
  visitor?: string | undefined;
}

/** The queue of this process for calls into untrusted contracts. A call over a limit is rejected at once. */
export interface UntrustedCalls {
  /** Running calls, for metrics and tests. */
  readonly running: number;
  /** Running and waiting calls. */
  readonly pending: number;

  /**
   * Runs a call when a place is free. `work` gets a signal that aborts after the time limit.
   * @throws ServiceError `RATE_LIMITED`, reason `UNTRUSTED_CALLS_LIMIT`
   */
  run<T>(
    scope: CallScope,
    work: (signal: AbortSignal) => Promise<T>,
    options?: { isLarge?: boolean },
  ): Promise<T>;

  /**
   * Takes one call with the large gas budget from the accounts of the scope.
   * @throws ServiceError `RATE_LIMITED`, reason `CONTRACT_OUT_OF_GAS`
   */
  takeLarge(scope: CallScope): void;

  /** Records that the contract used up the large gas budget. */
  noteBurn(scope: CallScope): void;

  /**
   * Seconds until the contract may be called again for this account, after it used up the large budget; 0 if it did
   * not.
   */
  burnedFor(scope: CallScope): number;
}

/** The error for a contract that uses too much gas. */
export function outOfGas(what: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', `${what} Retry after ${retryAfterSeconds} seconds.`, {
    reason: 'CONTRACT_OUT_OF_GAS',
    retryAfterSeconds,
  });
}
