import type { ServiceError } from '../errors.ts';

interface AdmissionOptions {
  /** Tasks of one key that run at the same time. */
  atOnce: number;
  /** Tasks of one key that wait for their turn; any more are refused at once. */
  maxWaiting: number;
  /** Milliseconds after which a task that still waits is refused. */
  maxWaitMs: number;
  /** The error for a task that was not run. */
  refuse(retryAfterSeconds: number): ServiceError;
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

interface Lane {
  running: number;
  waiting: Set<Waiting>;
  /** Refused tasks that are likely to come again; each finished task takes the place of one. */
  refused: number;
}

const MAX_RETRY_AFTER_SECONDS = 30;
/** Weight of the latest task in the moving average of durations. */
const LATEST = 0.2;

/** A bounded queue per key in this process: a burst of one key waits for itself, without a connection, and for no other key. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #lanes = new Map<string, Lane>();
  #averageMs = 50;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Runs a task when its turn comes: first in, first out per key.
   * @throws ServiceError of `refuse`, before the task began
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

  /** The turn passes to the next one, so that nobody who comes later is before it. */
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

  /** Each refused task is told a later moment than the one before, so that they do not all come again at once. */
  #rejection(lane: Lane): ServiceError {
    const ahead = lane.waiting.size + lane.refused;
    lane.refused += 1;
    const seconds = (ahead * this.#averageMs) / this.#options.atOnce / 1_000;
    return this.#options.refuse(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds))));
  }
}
