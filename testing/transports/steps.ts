/** Whether a step is broken before it is delivered, or after it was carried out, when its answer is on the way. */
export type Moment = 'before' | 'after';

/** Counts the requests of a process to database, chain, storage and facilitator in one sequence, and breaks one step. */
export class Steps {
  #taken: string[] = [];
  #fault: { at: number; moment: Moment | (() => void) } | null = null;
  #struck: string | null = null;

  /** From here on steps are counted from 1, and the one with this number breaks. A function is called instead, and the step delivered. */
  arm(at: number, moment: Moment | (() => void)): void {
    this.#taken = [];
    this.#struck = null;
    this.#fault = { at, moment };
  }

  /** @returns what broke, and how; `null` when so many steps were never taken */
  disarm(): string | null {
    this.#fault = null;
    return this.#struck;
  }

  /** A wire is about to deliver something. @returns how it is to break, if it is */
  take(what: string): Moment | null {
    this.#taken.push(what);
    if (!this.#fault || this.#taken.length !== this.#fault.at) return null;
    const { at, moment } = this.#fault;
    const isCall = typeof moment === 'function';
    this.#struck = `step ${at}, ${isCall ? 'during' : moment} "${what}"`;
    if (!isCall) return moment;
    moment();
    return null;
  }
}

/** A port that a process reaches through this proxy. */
export interface Wire {
  url: string;
  close(): Promise<void>;
}
