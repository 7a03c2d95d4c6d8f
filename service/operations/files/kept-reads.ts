interface Kept<T> {
  version: string;
  readAt: number;
  result: Promise<T>;
}

/** Keeps the result of a read per key as long as its version is the same. Failed reads are not kept. */
export class KeptReads<T> {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept<T>>();
  readonly #limit: number;

  /** @param limit number of keys; beyond that, the least recently used is dropped */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param milliseconds age up to which a result of another version is used too */
  read(key: string, version: string, load: () => PromiseLike<T>, milliseconds = 0): Promise<T> {
    const found = this.#kept.get(key);
    const now = Date.now();
    const isValid = found && (found.version === version || now - found.readAt < milliseconds);
    const kept = isValid ? found : { version, readAt: now, result: once(load) };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (kept !== found) {
      kept.result.catch(() => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      });
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    }
    return kept.result;
  }
}

/** Queries run each time they are awaited. This promise runs them once. */
async function once<T>(load: () => PromiseLike<T>): Promise<T> {
  return load();
}
