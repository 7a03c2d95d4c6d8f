/** Stops what was started, the last first, also after a failed start. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** A step that fails is reported and does not keep the others from running. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      await step().catch((error: unknown) => console.error(error));
  }
}
