import type { ParseTask } from './parse.worker.ts';
import { ParseThread, type ThreadOutcome } from './parse-thread.ts';

/** Threads that are kept warm: one parses on while the other one is replaced. */
const threadCount = 2;
/** Texts of one queue that wait. A further one is shown as it was written, this time. */
const longestQueue = 64;
/** Threads without work end after this time, and their memory is free again. */
const idleMs = 300_000;

interface Waiting {
  task: ParseTask;
  budgetMs: number;
  settle(outcome: ThreadOutcome | null): void;
}

/**
 * Parses texts of others in threads, each within a budget of processor time. Every queue has its turn, so that the texts of
 * one author do not keep those of others waiting.
 */
export class ParseThreads {
  readonly #idle: ParseThread[] = [];
  readonly #busy = new Set<ParseThread>();
  readonly #queues = new Map<string, Waiting[]>();
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param queue whose turn it takes: the lab of the text
   * @returns `null` if too many texts of this queue wait. Nothing is known of the text then.
   */
  parse(task: ParseTask, budgetMs: number, queue: string): Promise<ThreadOutcome | null> {
    const waiting = this.#queues.get(queue) ?? [];
    if (this.#isClosed || waiting.length >= longestQueue) return Promise.resolve(null);
    return new Promise((settle) => {
      this.#queues.set(queue, [...waiting, { task, budgetMs, settle }]);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const waiting of this.#queues.values()) for (const { settle } of waiting) settle(null);
    this.#queues.clear();
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.end()));
  }

  #next(): void {
    clearTimeout(this.#idleTimer);
    while (this.#busy.size < threadCount) {
      const [first] = this.#queues;
      if (!first) break;
      const [queue, [waiting, ...others]] = first;
      // To the end of the map: every other queue has its turn before.
      this.#queues.delete(queue);
      if (others.length > 0) this.#queues.set(queue, others);
      if (waiting) void this.#run(this.#takeThread(), waiting);
    }
    if (this.#isClosed || this.#busy.size > 0) return;
    this.#idleTimer = setTimeout(() => this.#endIdle(), idleMs);
    this.#idleTimer.unref();
  }

  async #run(thread: ParseThread, { task, budgetMs, settle }: Waiting): Promise<void> {
    this.#busy.add(thread);
    const outcome = await thread.parse(task, budgetMs);
    this.#busy.delete(thread);
    settle(outcome);
    if (this.#isClosed) return void thread.end();
    // The next one starts before it is needed.
    this.#idle.push(thread.hasEnded ? new ParseThread() : thread);
    this.#next();
  }

  /** A warm thread, and another one for the next text. */
  #takeThread(): ParseThread {
    const thread = this.#idle.pop() ?? new ParseThread();
    while (this.#idle.length + this.#busy.size + 1 < threadCount) this.#idle.push(new ParseThread());
    return thread;
  }

  #endIdle(): void {
    for (const thread of this.#idle.splice(0)) void thread.end();
  }
}
