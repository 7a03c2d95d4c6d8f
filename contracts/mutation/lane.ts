import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContractCode, Sources } from '../storage/compile.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A mutant whose tests do not end is killed by this limit. The whole suite takes less than two minutes. */
const LIMIT_MS = 15 * 60_000;

/** Code of contracts, by `path:name`. */
export type Codes = Record<string, ContractCode>;

/** A build of all contracts and tests in a copy of the project, and a process that runs its tests. */
export class Lane {
  readonly #copy = mkdtempSync(join(tmpdir(), 'labroom-mutation-'));
  readonly #replaced = new Map<string, string>();
  #process: ChildProcess | undefined;

  /**
   * @param tests the tests to run, by path
   * @throws Error if a test fails without a change
   */
  constructor(tests: Sources) {
    for (const name of ['contracts', 'scripts', 'testing', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, name), join(this.#copy, name), { recursive: true });
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), this.#copy]);
    for (const [path, source] of Object.entries(tests)) writeFileSync(join(this.#copy, path), source);
    for (const script of ['contracts/mutation/build-contracts.ts', 'scripts/test-contracts.ts'])
      execFileSync(process.execPath, [script], { cwd: this.#copy, maxBuffer: 2 ** 26 });
    this.#removeTraces();
  }

  /** Empties what is read before each test, and only to show where a test failed. */
  #removeTraces(): void {
    for (const file of globSync(join(this.#copy, 'artifacts/build-info/*.json'))) {
      const info: { input?: object; output?: object } = JSON.parse(readFileSync(file, 'utf8'));
      if (info.output) info.output = { contracts: {}, sources: {} };
      if (info.input) info.input = { ...info.input, sources: {} };
      writeFileSync(file, JSON.stringify(info));
    }
  }

  /** Replaces code in the artifacts of the build. This takes a fraction of the time that Hardhat takes to build again. */
  write(codes: Codes): void {
    for (const [fullName, { creation, runtime }] of Object.entries(codes)) {
      const [path = '', name = ''] = fullName.split(':');
      const file = join(this.#copy, 'artifacts', path, `${name}.json`);
      const before = this.#replaced.get(file) ?? readFileSync(file, 'utf8');
      this.#replaced.set(file, before);
      const code = { bytecode: `0x${creation}`, deployedBytecode: `0x${runtime}` };
      writeFileSync(file, JSON.stringify({ ...JSON.parse(before), ...code }));
    }
  }

  /** Undoes every `write`. */
  restore(): void {
    for (const [file, before] of this.#replaced) writeFileSync(file, before);
    this.#replaced.clear();
  }

  /**
   * Returns whether the tests pass. Without files, runs all tests, invariants included.
   * @throws Error if the process ends
   */
  async passes(files: readonly string[]): Promise<boolean> {
    const running = await this.#start();
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        running.kill('SIGKILL');
        settle(() => resolve(false));
      }, LIMIT_MS);
      const answer = (passed: unknown) => settle(() => resolve(passed === true));
      const end = (code: number | null) => settle(() => reject(new Error(`The tests ended with ${code}`)));
      const settle = (done: () => void) => {
        clearTimeout(limit);
        running.off('message', answer).off('exit', end);
        done();
      };
      running.on('message', answer).on('exit', end).send(files);
    });
  }

  async #start(): Promise<ChildProcess> {
    if (this.#process?.connected && !this.#process.killed) return this.#process;
    const started = fork(join(this.#copy, 'contracts/mutation/test-process.ts'), {
      cwd: this.#copy,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(started, 'message');
    this.#process = started;
    return started;
  }

  close(): void {
    this.#process?.kill();
    rmSync(this.#copy, { recursive: true, force: true });
  }
}
