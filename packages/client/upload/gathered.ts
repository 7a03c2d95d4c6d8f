import { aborted } from '../crypto/primitives/crypto-error.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Stops listening to a signal. */
  settle(): void;
}

/**
 * Carries out what is added at the same time together: what arrives while `atOnce` runs are under way is the next one. So nothing waits for a timer, and the busier it is,
 * the more is done in one run.
 */
export class Gathered<Item, Result> {
  readonly #atOnce: number;
  readonly #countOf: (waiting: readonly Item[]) => number;
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isComing = false;

  /**
   * @param countOf how many of the waiting items, from the first, fit into one run; at least one
   * @param run the results in the order of the items
   */
  constructor(
    atOnce: number,
    countOf: (waiting: readonly Item[]) => number,
    run: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {
    this.#atOnce = atOnce;
    this.#countOf = countOf;
    this.#run = run;
  }

  /** Rejects as the run does; with `ABORTED` if the signal aborts before its run begins. */
  add(item: Item, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) return Promise.reject(aborted());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const giveUp = () => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
      reject(aborted());
    };
    const settle = () => signal?.removeEventListener('abort', giveUp);
    const one = { item, resolve, reject, settle };
    this.#waiting.push(one);
    signal?.addEventListener('abort', giveUp, { once: true });
    // What the caller adds in this turn comes along.
    if (!this.#isComing) setTimeout(() => this.#begin(), 0);
    this.#isComing = true;
    return promise;
  }

  #begin(): void {
    this.#isComing = false;
    while (this.#running < this.#atOnce && this.#waiting.length > 0) {
      const items = this.#waiting.map(({ item }) => item);
      void this.#carryOut(this.#waiting.splice(0, this.#countOf(items)));
    }
  }

  async #carryOut(all: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running += 1;
    for (const { settle } of all) settle();
    try {
      const results = await this.#run(all.map(({ item }) => item));
      for (const [at, { resolve, reject }] of all.entries()) {
        if (at in results) resolve(results[at] as Result);
        else reject(new Error('A run has fewer results than items'));
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
    this.#running -= 1;
    this.#begin();
  }
}
