import { Worker } from 'node:worker_threads';
import type { NearestAnswer, NearestQuestion, VectorsTask } from './vectors.worker.ts';

interface Waiting {
  resolve(documentIds: number[]): void;
  reject(error: Error): void;
}

/**
 * The vectors of all documents, in a thread of this process that reads them from the database and follows every change.
 * A query computes the exact product with each vector: about 50 ms for 100,000 vectors of 384 numbers, without blocking
 * requests. The thread starts with the first query.
 */
export class VectorIndex {
  readonly #task: VectorsTask;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #questions = 0;

  constructor(task: VectorsTask) {
    this.#task = task;
  }

  /**
   * Documents (`search_documents.id`) by similarity, none below the cosine `minSimilarity`.
   * @throws after `timeoutMs`, e.g. while the vectors are loaded; the thread continues
   */
  nearest(question: Omit<NearestQuestion, 'id'>, timeoutMs: number): Promise<number[]> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise<number[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('The nearest documents were not found in time.'));
      }, timeoutMs);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#start().postMessage({ id, ...question } satisfies NearestQuestion);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL('./vectors.worker.ts', import.meta.url), {
      workerData: this.#task,
      env: {},
      argv: [],
    });
    this.#thread = thread;
    // Does not keep the process alive.
    thread.unref();
    thread.on('message', (answer: NearestAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.documentIds);
    });
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('The thread of vectors ended.'));
      this.#waiting.clear();
    });
    return thread;
  }
}
