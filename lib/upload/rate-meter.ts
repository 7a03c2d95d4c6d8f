/** Nothing is estimated earlier, and nothing below so many seconds. */
const FIRST_ESTIMATE_MS = 5_000;
const SHORTEST_ESTIMATE_S = 10;

/** What was sent longer ago counts half as much, and at last not at all. */
const HALF_LIFE_S = 20;
const LONGEST_S = 180;

/** Costs that count as measured once, while little is known: of a file, and of a megabyte. Seconds. */
const USUAL_FILE = { seconds: 0.3, files: 1, bytes: 0 };
const USUAL_MEGABYTE = { seconds: 1, files: 0, bytes: 1_000_000 };

/** Bytes, and files that are complete with them. */
export interface Amount {
  bytes: number;
  files: number;
}

interface Measured extends Amount {
  seconds: number;
}

/**
 * Estimates how long the rest of an upload takes, by a cost for each file and a cost for each byte, as they were lately. Many
 * small files take much longer than their bytes tell. Time in which nothing was sent makes both costs higher.
 */
export class RateMeter {
  readonly #now: () => number;
  #startedAt: number | null = null;
  /** By the second in which it was sent, counted from the start. */
  #sent = new Map<number, Amount>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins to count the time, if it is not counted yet. */
  start(): void {
    this.#startedAt ??= this.#now();
  }

  /** Adds what was sent since the last call. */
  add({ bytes, files }: Amount): void {
    this.start();
    const second = Math.floor(this.#elapsed());
    const before = this.#sent.get(second) ?? { bytes: 0, files: 0 };
    this.#sent.set(second, { bytes: before.bytes + bytes, files: before.files + files });
    this.#sent.delete(second - LONGEST_S);
  }

  reset(): void {
    this.#startedAt = null;
    this.#sent.clear();
  }

  /** Seconds that an amount takes. `null` in the first five seconds, before anything is sent, and below ten seconds. */
  secondsFor(left: Amount): number | null {
    if (this.#elapsed() * 1000 < FIRST_ESTIMATE_MS) return null;
    const measured = this.#measured();
    const [perFile, perByte] = fitCosts(measured);
    const cost = ({ bytes, files }: Amount) => files * perFile + bytes * perByte;
    const expected = sum(measured, cost);
    if (expected === 0) return null;
    // The costs explain all the time, also that in which nothing was sent.
    const seconds = (cost(left) * sum(measured, (one) => one.seconds)) / expected;
    return seconds < SHORTEST_ESTIMATE_S ? null : Math.ceil(seconds);
  }

  #elapsed(): number {
    return this.#startedAt === null ? 0 : (this.#now() - this.#startedAt) / 1000;
  }

  /** The last seconds, each weighted by its age. */
  #measured(): Measured[] {
    const elapsed = this.#elapsed();
    const last = Math.floor(elapsed);
    const measured: Measured[] = [];
    for (let second = Math.max(0, last - LONGEST_S + 1); second <= last; second += 1) {
      const { bytes, files } = this.#sent.get(second) ?? { bytes: 0, files: 0 };
      const weight = 0.5 ** ((elapsed - second) / HALF_LIFE_S);
      const seconds = Math.min(1, elapsed - second);
      measured.push({ seconds: weight * seconds, files: weight * files, bytes: weight * bytes });
    }
    return measured;
  }
}

/** Seconds per file and per byte, not negative, by least squares. */
function fitCosts(measured: readonly Measured[]): [perFile: number, perByte: number] {
  const rows = [...measured, USUAL_FILE, USUAL_MEGABYTE];
  const ff = sum(rows, ({ files }) => files * files);
  const bb = sum(rows, ({ bytes }) => bytes * bytes);
  const fb = sum(rows, ({ files, bytes }) => files * bytes);
  const fs = sum(rows, ({ files, seconds }) => files * seconds);
  const bs = sum(rows, ({ bytes, seconds }) => bytes * seconds);
  const determinant = ff * bb - fb * fb;
  const perFile = (fs * bb - bs * fb) / determinant;
  const perByte = (bs * ff - fs * fb) / determinant;
  if (perFile < 0) return [0, bs / bb];
  if (perByte < 0) return [fs / ff, 0];
  return [perFile, perByte];
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
