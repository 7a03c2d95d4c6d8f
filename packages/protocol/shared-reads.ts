/**
 * Runs a read once for concurrent requests. Only requests that arrived before a read started share it, so each sees
 * everything written before it; later requests wait for the next read. At most one read per key is in flight. Callers
 * must not change the shared results.
 */
export class SharedReads<T> {
  readonly #under = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<T>>();

  read(key: string, load: () => Promise<T>): Promise<T> {
    const joined = this.#next.get(key);
    if (joined) return joined;
    const next = this.#start(key, load);
    this.#next.set(key, next);
    return next;
  }

  async #start(key: string, load: () => Promise<T>): Promise<T> {
    // Lets requests that have already arrived join first. The failure of the previous read concerns only its own
    // callers.
    await (this.#under.get(key) ?? new Promise<void>((resolve) => setImmediate(resolve))).catch(() => {});
    this.#next.delete(key);
    const read = load();
    this.#under.set(key, read);
    try {
      return await read;
    } finally {
      if (this.#under.get(key) === read) this.#under.delete(key);
    }
  }
}
