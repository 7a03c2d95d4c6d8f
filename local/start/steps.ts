import { LocalChainError } from '../chain/local-chain-error.ts';
import { EmbeddedPostgresError } from '../postgres/embedded-postgres-error.ts';
import { StartError } from './start-error.ts';

export class Steps {
  readonly #began = performance.now();

  /** Runs one step and prints when it began and ended, and its outcome (`describe`). Steps overlap. */
  async run<T>(name: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    const began = this.total;
    const result = await work().catch((error) => {
      throw explained(error, name);
    });
    const times = `${began} to ${this.total}`;
    console.log(`  ${name.padEnd(10)} ${times.padStart(17)}  ${describe(result)}`);
    return result;
  }

  /** Time since the first step, such as `12.3 s`. */
  get total(): string {
    return `${((performance.now() - this.#began) / 1000).toFixed(1)} s`;
  }
}

/** Adds the name of the step to unexpected errors. Expected ones are already one sentence. */
function explained(error: unknown, step: string): unknown {
  const isForeseen = [StartError, LocalChainError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  );
  if (isForeseen || !(error instanceof Error)) return error;
  return new StartError(`The step "${step}" failed: ${error.message}`, error);
}
