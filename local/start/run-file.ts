import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './process-identity.ts';

type Noted = { name: string; pid: number; identity: string };

const graceMilliseconds = 10_000;

/**
 * `<dataDir>/run.json`: the programs of this run. The next start ends those that a killed start left running. Does not
 * contain PostgreSQL, which is adopted.
 */
export class RunFile {
  readonly #file: string;
  #noted: Noted[] = [];

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'run.json');
  }

  note(name: string, pid: number): void {
    const identity = processIdentity(pid);
    if (!identity) return;
    this.#noted = [...this.#noted.filter((one) => one.name !== name), { name, pid, identity }];
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#noted), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }

  /** Ends the programs of a previous run and returns their names. */
  async endFormerRun(): Promise<string[]> {
    const left = this.#read().filter(isAlive);
    for (const { pid } of left) signalGroup(pid, 'SIGTERM');
    const deadline = Date.now() + graceMilliseconds;
    while (left.some(isAlive) && Date.now() < deadline) await pause(50);
    for (const one of left.filter(isAlive)) signalGroup(one.pid, 'SIGKILL');
    while (left.some(isAlive)) await pause(50);
    this.remove();
    return left.map(({ name }) => name);
  }

  #read(): Noted[] {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch {
      return [];
    }
  }
}

function isAlive({ pid, identity }: Noted): boolean {
  return processIdentity(pid) === identity;
}

/** Signals a program and its children, which are a process group. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
