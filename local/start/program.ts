import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeLog, lastLines, logSize, openLog } from './log-file.ts';
import { signalGroup } from './run-file.ts';
import { StartError } from './start-error.ts';

export type ProgramOptions = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  env: Record<string, string>;
  logFile: string;
  /** Responds with a status below 500 when the program is ready; without it, the program is ready when it runs. */
  readyUrl?: string;
  stopGraceMilliseconds?: number;
};

const readyMilliseconds = 120_000;
const steadyMilliseconds = 60_000;
const maxRestartDelay = 30_000;

/** A Node program that is restarted when it ends, after a growing pause. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #onSpawn: (pid: number) => void;
  #child: ChildProcess | undefined;
  readonly #stopping = new AbortController();
  #isReady = false;
  #failures = 0;
  #logFrom = 0;

  constructor(options: ProgramOptions, onSpawn: (pid: number) => void) {
    this.#options = options;
    this.#onSpawn = onSpawn;
  }

  /** @throws StartError if the first start ends or does not respond in time. */
  async start(): Promise<void> {
    const child = this.#spawn();
    await this.#untilReady(child);
    this.#isReady = true;
  }

  /** Stops waiting for it and does not restart it. */
  abandon(): void {
    this.#stopping.abort();
  }

  async stop(): Promise<void> {
    this.abandon();
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    signalGroup(child.pid, 'SIGTERM');
    const late = new AbortController();
    const grace = pause(this.#options.stopGraceMilliseconds ?? 10_000, 'late', { signal: late.signal });
    if ((await Promise.race([gone, grace])) === 'late') signalGroup(child.pid, 'SIGKILL');
    late.abort();
    grace.catch(() => undefined);
    await gone;
  }

  #spawn(): ChildProcess {
    const { args, env, logFile } = this.#options;
    const log = openLog(logFile);
    this.#logFrom = logSize(logFile);
    const child = spawn(process.execPath, args, {
      // Its own process group: Ctrl-C only reaches the start, which stops everything in order.
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    });
    closeLog(log);
    this.#child = child;
    if (child.pid) this.#onSpawn(child.pid);
    const spawned = Date.now();
    child.once('exit', (code, signal) => this.#ended(signal ?? `code ${code}`, Date.now() - spawned));
    return child;
  }

  #ended(how: string, lived: number): void {
    if (this.#stopping.signal.aborted || !this.#isReady) return;
    const { name } = this.#options;
    this.#failures = lived > steadyMilliseconds ? 1 : this.#failures + 1;
    const delay = Math.min(1000 * 2 ** (this.#failures - 1), maxRestartDelay);
    console.error(`The ${name} ended (${how}) and is started again in ${delay / 1000} s. ${this.#logEnd()}`);
    pause(delay, undefined, { signal: this.#stopping.signal }).then(
      () => this.#spawn(),
      () => undefined,
    );
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const { name, readyUrl } = this.#options;
    const deadline = Date.now() + readyMilliseconds;
    while (child.exitCode === null && child.signalCode === null) {
      if (!readyUrl || (await answers(readyUrl))) return;
      if (this.#stopping.signal.aborted) throw new StartError(`The ${name} was stopped.`);
      if (Date.now() > deadline) {
        throw new StartError(`The ${name} does not answer at ${readyUrl}. ${this.#logEnd()}`);
      }
      await pause(100);
    }
    throw new StartError(`The ${name} ended as soon as it was started. ${this.#logEnd()}`);
  }

  #logEnd(): string {
    const { logFile } = this.#options;
    return `${logFile} ends with:\n${lastLines(logFile, this.#logFrom)}`;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    // `fetch` would leave 20 MB in this process, which runs as long as Labroom does.
    const request = get(url, { signal: AbortSignal.timeout(20_000), agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    request.destroy();
    return (response.statusCode ?? 500) < 500;
  } catch {
    return false;
  }
}
