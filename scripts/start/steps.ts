/** Runs the steps of the start and keeps what each did and how long it took. */
export class Steps {
  readonly #began = performance.now();

  /** Runs one step and prints its outcome, as `describe` puts it, with its time. */
  async run<T>(name: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    const began = performance.now();
    const result = await work();
    console.log(`  ${name.padEnd(10)} ${seconds(began).padStart(7)}  ${describe(result)}`);
    return result;
  }

  /** Time since the first step, such as `12.3 s`. */
  get total(): string {
    return seconds(this.#began);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
