import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Parsed, ParseTask } from './parse.worker.ts';

/** What a thread made of a text. `ended`: its budget of processor time or memory was spent first. */
export type ThreadOutcome = (Parsed & { kind: 'parsed'; cpuMs: number }) | { kind: 'ended'; cpuMs: number };

/** Shortest time between two looks at what a thread has used. */
const lookMs = 5;

/** One thread that parses one text at a time, and is ended when a text takes more than its budget. */
export class ParseThread {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #hasEnded = false;

  constructor() {
    const compiled = getCompileCacheDir();
    this.#worker = new Worker(new URL('./parse.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
      // No variables, arguments or output of the process. With the cache of compiled modules it starts faster.
      env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
      argv: [],
      stdout: true,
      stderr: true,
    });
    // A process may end while a thread waits for work.
    this.#worker.unref();
    // Without a listener, a thread that is out of memory would end the process.
    this.#worker.on('error', () => undefined);
    this.#worker.once('exit', () => {
      this.#hasEnded = true;
    });
    this.#ready = new Promise((resolve) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('exit', () => resolve());
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Parses a text within a budget of the thread's own processor time. Never rejects. */
  async parse(task: ParseTask, budgetMs: number): Promise<ThreadOutcome> {
    this.#worker.ref();
    try {
      await this.#ready;
      return await this.#parse(task, budgetMs);
    } finally {
      this.#worker.unref();
    }
  }

  async #parse(task: ParseTask, budgetMs: number): Promise<ThreadOutcome> {
    const start = await this.#cpuMs();
    if (start === null) return { kind: 'ended', cpuMs: 0 };
    let used = 0;
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    const look = async () => {
      const now = await this.#cpuMs();
      if (isDone || now === null) return;
      used = now - start;
      if (used > budgetMs) void this.end();
      else timer = setTimeout(look, Math.max(lookMs, budgetMs - used));
    };
    try {
      const parsed = await new Promise<Parsed | null>((resolve) => {
        const settle = (result: Parsed | null) => {
          this.#worker.off('message', settle);
          this.#worker.off('exit', gone);
          resolve(result);
        };
        const gone = () => settle(null);
        this.#worker.on('message', settle);
        this.#worker.once('exit', gone);
        this.#worker.postMessage(task);
        timer = setTimeout(look, budgetMs);
      });
      if (!parsed) return { kind: 'ended', cpuMs: used };
      const now = await this.#cpuMs();
      return { kind: 'parsed', ...parsed, cpuMs: now === null ? used : now - start };
    } finally {
      isDone = true;
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.terminate();
  }

  /** Processor time of the thread so far, `null` after its end. The thread answers while it is busy. */
  async #cpuMs(): Promise<number | null> {
    if (this.#hasEnded) return null;
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1_000;
    } catch {
      return null;
    }
  }
}
