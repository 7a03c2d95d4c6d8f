import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { LocalChain } from '../chain/start-local-chain.ts';
import type { PrepareMessage, Tasks } from './prepare.ts';
import { StartError } from './start-error.ts';

type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Result<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A process that prepares a start (`prepare.ts`) and then ends, so that its memory is free again. It ends with this one. */
export class Preparation {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #tasks = 0;

  constructor(chain: Promise<Pick<LocalChain, 'advanceTo'>>) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'prepare.ts')], {
      // Its own process group: Ctrl-C only reaches the start.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: PrepareMessage) => {
      if ('advanceTo' in message) this.#advance(chain, message.advanceTo);
      else this.#settle(message);
    });
    child.on('error', (error) => this.#fail(error.message));
    // Not "exit", which can be emitted before the last message.
    child.once('disconnect', () => this.#fail('its process ended'));
  }

  /** @throws Error with the message of the failed task */
  run<Name extends keyof Tasks>(task: Name, input: Input<Name>): Promise<Result<Name>> {
    this.#tasks += 1;
    const id = this.#tasks;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result<Name>), reject });
      if (this.#child.connected) this.#child.send({ id, task, input });
      else this.#fail('its process ended');
    });
  }

  /** Ends the process. Tasks that it has not finished fail. */
  end(): void {
    this.#child.kill('SIGTERM');
  }

  async #advance(chain: Promise<Pick<LocalChain, 'advanceTo'>>, timestamp: number): Promise<void> {
    try {
      await (await chain).advanceTo(timestamp);
      this.#child.send({ advancedTo: timestamp });
    } catch {
      this.end();
    }
  }

  #settle(message: Exclude<PrepareMessage, { advanceTo: number }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('failure' in message) waiting?.reject(new Error(message.failure));
    else waiting?.resolve(message.result);
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values())
      reject(new StartError(`The preparation failed: ${reason}.`));
    this.#waiting.clear();
  }
}
