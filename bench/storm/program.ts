import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A stretch of time in which a program was dead or not ready yet. In milliseconds of `performance.now()`. */
export interface Outage {
  program: string;
  from: number;
  until: number;
}

/** What the storm kills. */
export interface Victim {
  readonly name: string;
  readonly outages: readonly Outage[];
  readonly kills: number;
  /** Kills it with -9; resolves when it does its work again. */
  crash(): Promise<void>;
}

export class Program implements Victim {
  readonly name: string;
  readonly outages: Outage[] = [];
  kills = 0;
  readonly deaths: string[] = [];
  readonly #script: string;
  readonly #usualEnv: Record<string, string>;
  #env: Record<string, string>;
  /** Commands of a shell before the program, e.g. a limit. */
  #before = '';
  readonly #readyUrl: string;
  readonly #logFd: number;
  #child: ChildProcess | null = null;

  constructor(options: {
    name: string;
    script: string;
    env: Record<string, string>;
    /** Answers with 2xx once the program does its work. */
    readyUrl: string;
    logFd: number;
  }) {
    this.name = options.name;
    this.#script = options.script;
    this.#usualEnv = options.env;
    this.#env = options.env;
    this.#readyUrl = options.readyUrl;
    this.#logFd = options.logFd;
  }

  /** Resolves when the program is ready, or when it was killed during its start: the killer has started another. */
  async start(): Promise<void> {
    const program = `exec "${process.execPath}" "${join(import.meta.dirname, '../..', this.#script)}"`;
    const child = spawn('sh', ['-c', `${this.#before} ${program}`], {
      env: this.#env,
      stdio: ['ignore', this.#logFd, this.#logFd],
    });
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.deaths.push(`${this.name} ended with ${code ?? signal}`);
    });
    while (this.#child === child) {
      if (child.exitCode !== null) throw new Error(`${this.name} did not start; its log says why`);
      const answer = await fetch(this.#readyUrl, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok && this.#child === child) return this.#recover();
      await pause(50);
    }
  }

  /** With -9, at whatever it is doing, be it starting; started again at once. */
  async crash(): Promise<void> {
    this.kills += 1;
    const from = performance.now();
    if (this.outages.at(-1)?.until !== Number.POSITIVE_INFINITY)
      this.outages.push({ program: this.name, from, until: Number.POSITIVE_INFINITY });
    await this.#end('SIGKILL');
    await this.start();
  }

  /** Kills it with -9 and leaves it dead until `start`. */
  halt(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Starts it again with other variables, or with a command of the shell before it; without arguments as at first. */
  async restart(env: Record<string, string> = {}, before = ''): Promise<void> {
    await this.#end('SIGTERM');
    this.#env = { ...this.#usualEnv, ...env };
    this.#before = before;
    await this.start();
  }

  /** Makes it hang, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  #recover(): void {
    const outage = this.outages.at(-1);
    if (outage) outage.until = Math.min(outage.until, performance.now());
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}
