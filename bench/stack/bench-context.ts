import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@labroom/testing/free-port.ts';
import type { DataSize } from '../data/fill-database.ts';
import { cpuMillisecondsOf } from './process-figures.ts';
import { openStack, type Stack } from './stack.ts';

export interface BareProgram {
  url: string;
  cpuMilliseconds(): number;
}

/** Resources that rows share: created on first use, closed when all rows are done. */
export class BenchContext {
  readonly quick: boolean;
  readonly #size: DataSize;
  readonly #kept: string | undefined;
  readonly #closing: (() => Promise<void>)[] = [];
  #full: Promise<Stack> | undefined;
  #empty: Promise<Stack> | undefined;

  /** @param options.kept directory that keeps the data of `stack` for the next run */
  constructor(options: { quick: boolean; size: DataSize; kept: string | undefined }) {
    this.quick = options.quick;
    this.#size = options.size;
    this.#kept = options.kept;
  }

  /** A stack with thousands of labs, files and feed entries. */
  stack(): Promise<Stack> {
    this.#full ??= this.#open(this.#size, this.#kept);
    return this.#full;
  }

  /** A stack with one empty lab; its files are in memory if the machine allows it. */
  emptyStack(): Promise<Stack> {
    this.#empty ??= this.#open(null, undefined);
    return this.#empty;
  }

  /** A temporary directory, in memory if the machine allows it. */
  async directory(): Promise<string> {
    const memory = '/dev/shm';
    const directory = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'labroom-bench-'));
    this.#closing.push(() => rm(directory, { recursive: true, force: true }));
    return directory;
  }

  /** Runs a program of `bench/bare`, which gets its port as last argument and reports when it listens. */
  async program(file: string, ...args: string[]): Promise<BareProgram> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../bare', file), ...args, String(port)],
      {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#closing.push(() => end(child));
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      if (String(chunk).includes('Server listening')) break;
    }
    child.stdout.resume();
    return { url: `http://127.0.0.1:${port}`, cpuMilliseconds: () => cpuMillisecondsOf(child.pid) };
  }

  /** Runs a server, and waits until it accepts connections at this port. */
  async server(port: number, command: string, ...args: string[]): Promise<BareProgram> {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    this.#closing.push(() => end(child));
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      await pause(20);
    }
    return { url: `http://127.0.0.1:${port}`, cpuMilliseconds: () => cpuMillisecondsOf(child.pid) };
  }

  onEnd(close: () => Promise<void>): void {
    this.#closing.push(close);
  }

  async end(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }

  async #open(size: DataSize | null, kept: string | undefined): Promise<Stack> {
    const directory = kept ?? (await this.directory());
    await mkdir(directory, { recursive: true });
    const stack = await openStack(directory, size);
    this.onEnd(() => stack.stop());
    return stack;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
