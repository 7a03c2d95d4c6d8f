import type { ServiceError } from '../errors/errors.ts';

interface AdmissionOptions {
  /** Tasks of one key that may run at once. */
  atOnce: number;
  /** Tasks of one key that may wait. Further ones are rejected at once. */
  maxWaiting: number;
  /** Longest time in milliseconds that a task may wait. */
  maxWaitMs: number;
  /** Creates the error for a task that did not run. */
  refuse(retryAfterSeconds: number): ServiceError;
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

interface Lane {
  running: number;
  waiting: Set<Waiting>;
  /** Rejected tasks that are likely to be retried. Each finished task lowers the number by one. */
  refused: number;
}

const MAX_RETRY_AFTER_SECONDS = 30;
/** Weight of the latest task in the moving average of durations. */
const LATEST = 0.2;

/** A bounded queue per key in this process. The waiting tasks of a busy key hold no connection and delay no other key. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #lanes = new Map<string, Lane>();
  #averageMs = 50;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Runs a task after the earlier ones of its key.
   * @throws ServiceError of `refuse`, if the task did not start
   */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set<Waiting>(), refused: 0 };
    this.#lanes.set(key, lane);
    if (lane.running < this.#options.atOnce) lane.running += 1;
    else await this.#turn(lane);
    const begun = performance.now();
    try {
      return await task();
    } finally {
      this.#averageMs += LATEST * (performance.now() - begun - this.#averageMs);
      this.#leave(key, lane);
    }
  }

  #turn(lane: Lane): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (lane.waiting.size >= maxWaiting) return Promise.reject(this.#rejection(lane));
    return new Promise((resolve, reject) => {
      const expire = () => {
        lane.waiting.delete(waiting);
        reject(this.#rejection(lane));
      };
      const waiting: Waiting = { start: resolve, timer: setTimeout(expire, maxWaitMs) };
      lane.waiting.add(waiting);
    });
  }

  /** Hands the place to the next waiting task, so that a later one cannot overtake it. */
  #leave(key: string, lane: Lane): void {
    lane.refused = Math.max(0, lane.refused - 1);
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      clearTimeout(next.timer);
      next.start();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(key);
  }

  /** Each rejected task gets a longer delay than the one before, so that they do not all return at once. */
  #rejection(lane: Lane): ServiceError {
    const ahead = lane.waiting.size + lane.refused;
    lane.refused += 1;
    const seconds = (ahead * this.#averageMs) / this.#options.atOnce / 1_000;
    return this.#options.refuse(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds))));
  }
}
