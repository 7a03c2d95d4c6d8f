import { lastLines, logFile } from './log-file.ts';
import { Program, type ProgramOptions } from './program.ts';
import { RunFile } from './run-file.ts';
import { StartError } from './start-error.ts';

/** A child process that the rest depends on. */
type Foundation = { pid: number; gone: Promise<void>; stop(): Promise<void> };

/** Keeps what was started, in its order, and stops it in the reverse one. */
export class Supervisor {
  readonly runFile: RunFile;
  readonly #dataDir: string;
  readonly #running: { name: string; stop(): Promise<void> }[] = [];
  readonly #ending = new AbortController();
  readonly #over = Promise.withResolvers<unknown>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.runFile = new RunFile(dataDir);
  }

  /** Resolves when the run is to end: with the reason of a failure, or undefined when it was asked to. */
  get over(): Promise<unknown> {
    return this.#over.promise;
  }

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Ends the run; what counts is the first reason. */
  end(failure?: unknown): void {
    this.#ending.abort();
    this.#over.resolve(failure);
  }

  /** Takes charge of the chain or the database, whose death ends the run. */
  async keep(name: string, log: string, foundation: Foundation): Promise<void> {
    this.#running.push({ name, stop: () => foundation.stop() });
    this.#requireGoingOn();
    foundation.gone.then(() => {
      if (this.signal.aborted) return;
      const file = logFile(this.#dataDir, log);
      this.end(
        new StartError(`The ${name} died, so everything stops. ${file} ends with:\n${lastLines(file)}`),
      );
    });
  }

  /** Starts a program that is started again when it dies, and waits until it works. */
  async start(options: Omit<ProgramOptions, 'logFile'>): Promise<void> {
    this.#requireGoingOn();
    const { name } = options;
    const file = logFile(this.#dataDir, name);
    const program = new Program({ ...options, logFile: file }, (pid) => this.runFile.note(name, pid));
    this.#running.push({ name, stop: () => program.stop() });
    this.signal.addEventListener('abort', () => program.abandon());
    await program.start();
  }

  async stopAll(): Promise<void> {
    for (const { name, stop } of this.#running.reverse()) {
      await stop().catch((error) => console.error(`The ${name} did not stop: ${error.message}`));
    }
    this.runFile.remove();
  }

  #requireGoingOn(): void {
    if (this.signal.aborted) throw new StartError('The start was interrupted.');
  }
}
