import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A question to a thread, and what comes back. */
export interface Numbered<Question> {
  id: number;
  question: Question;
}
export type Answered = { id: number; answer: unknown } | { id: number; error: string };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A thread of this process that answers questions. It starts with the first one, and again after it has ended. */
export class IndexThread<Question> {
  readonly #script: URL;
  readonly #task: unknown;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #questions = 0;

  /** @param task `workerData` of the thread */
  constructor(script: URL, task: unknown) {
    this.#script = script;
    this.#task = task;
  }

  /** @throws after `timeoutMs`, e.g. while the index is loaded; the thread continues */
  ask(question: Question, timeoutMs: number): Promise<unknown> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('The thread of the index did not answer in time.'));
      }, timeoutMs);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#start().postMessage({ id, question } satisfies Numbered<Question>);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    if (this.#thread) return this.#thread;
    const compiled = getCompileCacheDir();
    // No secret. With the cache of compiled modules it takes half the memory.
    const env = compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {};
    const thread = new Worker(this.#script, { workerData: this.#task, env, argv: [] });
    this.#thread = thread;
    // Does not keep the process alive.
    thread.unref();
    thread.on('message', (answered: Answered) => {
      const waiting = this.#waiting.get(answered.id);
      this.#waiting.delete(answered.id);
      if ('error' in answered) waiting?.reject(new Error(answered.error));
      else waiting?.resolve(answered.answer);
    });
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('The thread of the index ended.'));
      this.#waiting.clear();
    });
    return thread;
  }
}
