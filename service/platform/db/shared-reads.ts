import { setImmediate as turn } from 'node:timers/promises';

/**
 * Reads that many requests ask for at the same moment, made once for all of them. A read is shared only by those who asked
 * before it began, so that everybody sees what was written before he asked; who comes later waits for the next one. Per key
 * at most one read is under way. Results are shared: nobody may change them.
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
    // Requests that have arrived by now are read from their sockets first. A failed read is a matter of those who shared it.
    await (this.#under.get(key) ?? turn()).catch(() => {});
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
