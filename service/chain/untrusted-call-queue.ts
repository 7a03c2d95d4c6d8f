import { ServiceError } from '#platform/errors/errors.ts';
import { type CallScope, outOfGas, type UntrustedCalls } from './untrusted-calls.ts';

export interface UntrustedCallLimits {
  /** Calls that may run at once, and calls that may run or wait at once. */
  [kind: string]: { running: number; pending: number };
}

interface UntrustedCallQueueOptions {
  limits?: UntrustedCallLimits;
  /** Longest time in milliseconds that a call may wait. */
  waitMs?: number;
  /** Longest time in milliseconds that a call may run. */
  callMs?: number;
  /** Milliseconds for which a contract that used up the large gas budget is not called again. */
  memoryMs?: number;
  now?: () => number;
}

/**
 * `large` counts calls with the large gas budget: the local chain runs one call at a time, and 3 million gas take it up
 * to half a second. A consumer's limit is below the total, so no consumer can occupy all of it.
 */
const defaultLimits: UntrustedCallLimits = {
  all: { running: 4, pending: 48 },
  large: { running: 1, pending: 8 },
  consumer: { running: 3, pending: 24 },
  contract: { running: 2, pending: 8 },
  lab: { running: 2, pending: 8 },
  visitor: { running: 2, pending: 6 },
  wallet: { running: 2, pending: 6 },
};
/** Calls with the large budget per account and period (`memoryMs`). A call that used it up counts as fifteen. */
const largeCalls: Record<string, number> = { consumer: 600, lab: 60, visitor: 60, wallet: 60 };
const burnWeight = 15;
const maxRemembered = 10_000;

interface Waiting {
  keys: string[];
  start(): void;
}

/** A count with an expiry. */
interface Remembered {
  count: number;
  until: number;
}

/**
 * The queue of this process for calls into untrusted contracts. Few run at once, in total and per part of the scope. A
 * call over a limit is rejected at once, and so is one that waited too long, so that an attacker cannot delay others.
 */
export class UntrustedCallQueue implements UntrustedCalls {
  readonly #limits: UntrustedCallLimits;
  readonly #waitMs: number;
  readonly #callMs: number;
  readonly #memoryMs: number;
  readonly #now: () => number;
  readonly #running = new Map<string, number>();
  readonly #pending = new Map<string, number>();
  readonly #remembered = new Map<string, Remembered>();
  #waiting: Waiting[] = [];

  constructor(options: UntrustedCallQueueOptions = {}) {
    this.#limits = options.limits ?? defaultLimits;
    this.#waitMs = options.waitMs ?? 2_000;
    this.#callMs = options.callMs ?? 5_000;
    this.#memoryMs = options.memoryMs ?? 5 * 60_000;
    this.#now = options.now ?? Date.now;
  }

  get running(): number {
    return this.#running.get('all') ?? 0;
  }

  get pending(): number {
    return this.#pending.get('all') ?? 0;
  }

  async run<T>(
    scope: CallScope,
    work: (signal: AbortSignal) => Promise<T>,
    { isLarge = false } = {},
  ): Promise<T> {
    const keys = ['all', ...(isLarge ? ['large'] : []), ...keysOf(scope)];
    const full = keys.find((key) => (this.#pending.get(key) ?? 0) >= this.#limitOf(key).pending);
    if (full) throw tooManyCalls(full);
    count(this.#pending, keys, 1);
    try {
      await this.#turn(keys);
      try {
        return await work(AbortSignal.timeout(this.#callMs));
      } finally {
        count(this.#running, keys, -1);
        this.#startNext();
      }
    } finally {
      count(this.#pending, keys, -1);
    }
  }

  takeLarge(scope: CallScope): void {
    for (const key of accountKeys(scope)) {
      const known = this.#alive(key);
      if (known && known.count >= (largeCalls[kindOf(key)] ?? 0))
        throw outOfGas('Too many contract calls needed a large amount of gas.', this.#secondsLeft(known));
    }
    for (const key of accountKeys(scope)) this.#remember(key, 1);
  }

  noteBurn(scope: CallScope): void {
    this.#remember(burnKey(scope), 1);
    for (const key of accountKeys(scope)) this.#remember(key, burnWeight - 1);
  }

  burnedFor(scope: CallScope): number {
    return this.#secondsLeft(this.#alive(burnKey(scope)));
  }

  /** The period starts with the first count, so the limit is one per period. */
  #remember(key: string, by: number): void {
    const known = this.#alive(key);
    const until = known?.until ?? this.#now() + this.#memoryMs;
    this.#remembered.delete(key);
    this.#remembered.set(key, { count: (known?.count ?? 0) + by, until });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }

  #alive(key: string): Remembered | undefined {
    const known = this.#remembered.get(key);
    return known && known.until > this.#now() ? known : undefined;
  }

  #secondsLeft(known: Remembered | undefined): number {
    return known ? Math.max(1, Math.ceil((known.until - this.#now()) / 1000)) : 0;
  }

  #limitOf(key: string): { running: number; pending: number } {
    return this.#limits[kindOf(key)] ?? { running: Infinity, pending: Infinity };
  }

  #turn(keys: string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        keys,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(tooManyCalls('all'));
      }, this.#waitMs);
      this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  /** Starts every waiting call within its limits, in order of arrival. */
  #startNext(): void {
    this.#waiting = this.#waiting.filter(({ keys, start }) => {
      if (keys.some((key) => (this.#running.get(key) ?? 0) >= this.#limitOf(key).running)) return true;
      count(this.#running, keys, 1);
      start();
      return false;
    });
  }
}

const parts = {
  all: 'in this process',
  large: 'with the large gas budget',
  consumer: 'for this consumer',
  contract: 'of this contract',
  lab: 'for this lab',
  visitor: 'for this visitor',
  wallet: 'for this wallet',
};

function tooManyCalls(key: string): ServiceError {
  const limited = kindOf(key) as keyof typeof parts;
  return new ServiceError(
    'RATE_LIMITED',
    `Too many contract calls are pending ${parts[limited]}. Retry after 1 second.`,
    { reason: 'UNTRUSTED_CALLS_LIMIT', details: { limited }, retryAfterSeconds: 1 },
  );
}

function keysOf(scope: CallScope): string[] {
  return Object.entries(scope).flatMap(([kind, value]) => (value ? [`${kind}:${value.toLowerCase()}`] : []));
}

const accountKeys = ({ contract: _, ...accounts }: CallScope) => keysOf(accounts);

/**
 * A burn counts for the contract on the account that caused it. Anyone can make a Safe call a contract that loops, or
 * name an expensive function of an honest contract; other accounts must still be able to call it.
 */
function burnKey({ contract, lab, wallet, visitor, consumer }: CallScope): string {
  return `burn:${contract} ${lab ?? wallet ?? visitor ?? consumer}`.toLowerCase();
}

function kindOf(key: string): string {
  return key.split(':', 1)[0] ?? '';
}

function count(counts: Map<string, number>, keys: string[], by: number): void {
  for (const key of keys) {
    const next = (counts.get(key) ?? 0) + by;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  }
}
