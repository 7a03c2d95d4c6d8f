const WINDOW_MS = 8_000;

/** Bytes per second over the last eight seconds. */
export class RateMeter {
  readonly #now: () => number;
  #samples: { at: number; bytes: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds the bytes sent since the last call. */
  add(bytes: number): void {
    const at = this.#now();
    this.#samples = this.#samples.filter((sample) => at - sample.at < WINDOW_MS);
    this.#samples.push({ at, bytes });
  }

  reset(): void {
    this.#samples = [];
  }

  /** Seconds needed for `bytes`, at least 1; `null` until the rate is known. */
  secondsFor(bytes: number): number | null {
    const first = this.#samples[0];
    if (!first) return null;
    const elapsed = this.#now() - first.at;
    // The first sample only marks the start: its bytes were sent earlier.
    const sent = this.#samples.slice(1).reduce((sum, sample) => sum + sample.bytes, 0);
    if (elapsed < 250 || sent <= 0) return null;
    return Math.max(1, Math.ceil((bytes * elapsed) / sent / 1000));
  }
}
