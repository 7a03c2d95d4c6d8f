import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a loop waits without a notice, at random between this and twice this, so that the loops of a process share few
 * connections. A lost notice costs at most that.
 */
const SWEEP_MS = 30_000;
/** The longest time that a loop waits for a notice. */
export const LONGEST_SWEEP_MS = 2 * SWEEP_MS;
/** Between two rounds, so that many notices in a row cause few. */
const MAX_GAP_MS = 250;
/** How long after a notice a loop polls, for work that is due later, e.g. after a failure or a confirmation. */
const LINGER_MS = 90_000;

/** Resolves when there may be work: after a notice, after a while without one, or when the signal aborts. */
export type WaitForWork = (signal: AbortSignal) => Promise<void>;

/** Resolves after the time, or when the signal aborts. */
export const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).then(
    () => undefined,
    () => undefined,
  );

/** Waits without notices. */
export const polling =
  (ms: number): WaitForWork =>
  (signal) =>
    waitFor(ms, signal);

/** Where a loop waits for notices of work. It polls until `isListening`, and for a while after each notice. */
export class Waiter {
  readonly #pollMs: number;
  #isListening = false;
  #isWoken = false;
  #wake: (() => void) | undefined;
  #noticedAt = Number.NEGATIVE_INFINITY;

  constructor(pollMs: number) {
    this.#pollMs = pollMs;
  }

  notice(): void {
    this.#noticedAt = performance.now();
    this.#wakeUp();
  }

  /** Tells whether notices arrive from now on. There may be work that none was seen of. */
  set isListening(isListening: boolean) {
    if (this.#isListening === isListening) return;
    this.#isListening = isListening;
    this.#wakeUp();
  }

  /** Resolves at once if there was a notice since it resolved the last time. */
  async wait(signal: AbortSignal): Promise<void> {
    const gapMs = Math.min(this.#pollMs / 4, MAX_GAP_MS);
    await waitFor(gapMs, signal);
    if (!this.#isWoken) {
      const isQuiet = this.#isListening && performance.now() - this.#noticedAt > LINGER_MS;
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const ms = isQuiet ? SWEEP_MS * (1 + Math.random()) : this.#pollMs - gapMs;
      await waitFor(ms, AbortSignal.any([signal, woken.signal]));
      this.#wake = undefined;
    }
    this.#isWoken = false;
  }

  /** A loop that is working looks again before it waits. */
  #wakeUp(): void {
    this.#isWoken = true;
    this.#wake?.();
  }
}
