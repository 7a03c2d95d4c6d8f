import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Statements of one kind that run at once, and most requests that one answers. More would wait long for the slowest. */
const AT_ONCE = 2;
const MOST = 16;

/**
 * Answers concurrent requests with few statements: those that arrive while `AT_ONCE` statements run are sent together in the
 * next one. A statement costs more than the rows that it reads by key. A request only joins a statement that has not
 * begun, so it sees everything written before it. If a statement fails, so do its requests: nothing that a caller
 * chooses may make it fail.
 */
export class Batches<Asked, Answer> {
  readonly #answer: (asked: Asked[]) => Promise<Answer[]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #running = 0;

  /** @param answer returns an answer to each, in the same order */
  constructor(answer: (asked: Asked[]) => Promise<Answer[]>) {
    this.#answer = answer;
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (this.#running < AT_ONCE) this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running += 1;
    // Lets requests that have already arrived join first.
    await turn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST);
      try {
        const answers = await this.#answer(batch.map(({ asked }) => asked));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running -= 1;
  }
}
