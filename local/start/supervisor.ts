import { lastLines, logFile } from './log-file.ts';
import { Program, type ProgramOptions } from './program.ts';
import { RunFile } from './run-file.ts';
import { StartError } from './start-error.ts';

/** A child process that the rest depends on. */
type Foundation = { pid: number; gone: Promise<void>; stop(): Promise<void> };

/** Keeps started programs and stops them in reverse order. */
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

  /** Resolves when the run must end: with an error, or undefined if the user stopped it. */
  get over(): Promise<unknown> {
    return this.#over.promise;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  end(failure?: unknown): void {
    this.#ending.abort();
    this.#over.resolve(failure);
  }

  /** Supervises the chain or the database, whose end ends the run. */
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

  /** Starts a program that is restarted when it ends, and waits until it is ready. */
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
