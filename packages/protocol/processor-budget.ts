/** What is left of the processor time of a network. */
export interface BudgetState {
  /** Seconds until the network may ask again, 0 if it may now. */
  wait: number;
  /** Milliseconds that are left. */
  left: number;
  /** Seconds until it has all of its time again. */
  fullIn: number;
}

/** Networks above this number are forgotten as soon as their bucket is full. */
const MOST_KEPT = 10_000;
const MINUTE_MS = 60_000;
/** A network that used up its time may ask again when it has gained this part of it. */
const ENOUGH = 0.01;

/**
 * A bucket of processor time for each network, in this process. The time of a request is known when it has ended, so a bucket can be
 * overdrawn by the requests that run, and is asked before the next.
 */
export class ProcessorBudget {
  readonly #perMinuteMs: number;
  readonly #now: () => number;
  /** When the bucket of a network is full again. */
  readonly #fullAt = new Map<string, number>();

  /** @param perMinuteMs processor time that a network gains per minute, which is also the size of its bucket */
  constructor(perMinuteMs: number, now: () => number = () => performance.now()) {
    this.#perMinuteMs = perMinuteMs;
    this.#now = now;
  }

  stateOf(network: string): BudgetState {
    const fullInMs = Math.max(0, (this.#fullAt.get(network) ?? 0) - this.#now());
    const missing = (fullInMs * this.#perMinuteMs) / MINUTE_MS;
    const left = this.#perMinuteMs - missing;
    const wait = left > 0 ? 0 : (fullInMs - (1 - ENOUGH) * MINUTE_MS) / 1_000;
    return { wait: Math.max(0, wait), left: Math.max(0, Math.floor(left)), fullIn: fullInMs / 1_000 };
  }

  /** Takes what a request used. */
  spend(network: string, ms: number): void {
    const now = this.#now();
    if (this.#fullAt.size >= MOST_KEPT)
      for (const [other, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(other);
    const fullAt = Math.max(this.#fullAt.get(network) ?? 0, now);
    this.#fullAt.set(network, fullAt + (ms * MINUTE_MS) / this.#perMinuteMs);
  }
}
