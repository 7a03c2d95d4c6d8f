import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ContractCode, compileCode, type Sources } from '../storage/compile.ts';
import { applyMutant, type Mutant, mutantsOf } from './mutants.ts';
import { type Outcome, report } from './report.ts';
import { LIBRARY, LIBRARY_PATH, separateCode, withLibrary } from './separate-code.ts';
import {
  contractOf,
  firstTestsOf,
  importersOf,
  productionSources,
  testSources,
  testsWithCodeOf,
  usersOf,
} from './visible-tests.ts';

/**
 * Mutation tests of the production contracts: changes one place at a time and expects a Solidity test to fail.
 *
 *     node contracts/mutation/run.ts [--contract LabAccount]… [--kind identifier]… [--only N] [--lanes 1] [--results FILE]
 *
 * Contracts are tested in the given order. `--kind NAME` makes mutants of this kind only. `--only N` runs the Nth mutant of them. `--results FILE` appends every result to a file,
 * and skips the mutants of which the file has one: delete it after a change of a contract. After new tests alone, delete the lines of the
 * survivors. Exits with 1 if all contracts together score below 95 %, if a mutant survives that `accepted.json` does not name, or if it
 * names one that does not survive.
 */
const ROOT = resolve(import.meta.dirname, '../..');
/** A mutant whose tests do not end is killed by this limit. The whole suite takes less than two minutes. */
const LIMIT_MS = 15 * 60_000;

interface Task {
  path: string;
  contract: string;
  source: string;
  mutant: Mutant;
}
type Codes = Record<string, ContractCode>;

const { values: options } = parseArgs({
  options: {
    contract: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    only: { type: 'string' },
    lanes: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
});
const paths = options.contract?.map(pathOf) ?? productionSources();

function pathOf(name: string): string {
  const path = productionSources().find((source) => contractOf(source) === name);
  if (!path) throw new Error(`No production contract is named ${name}`);
  return path;
}

const all: Task[] = paths.flatMap((path) => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const isWanted = ({ id }: Mutant) =>
    !options.kind || options.kind.some((kind) => id.includes(`: ${kind}: `));
  return mutantsOf({ [path]: source }, path)
    .filter(isWanted)
    .map((mutant) => ({
      path,
      contract: contractOf(path),
      source,
      mutant,
    }));
});
const tasks = options.only ? all.slice(Number(options.only) - 1, Number(options.only)) : all;
if (tasks.length === 0)
  throw new Error(`There are ${all.length} mutants, so --only takes 1 to ${all.length}`);

/** The tests, rewritten so that they do not contain the code of production contracts. */
const tests: Sources = Object.fromEntries(
  testSources().map((path) => [path, rewritten(path, readFileSync(join(ROOT, path), 'utf8'))]),
);
function rewritten(path: string, source: string): string {
  const contracts = new Map(productionSources().map((production) => [contractOf(production), production]));
  const separate = separateCode(source, contracts);
  return separate === source ? source : withLibrary(separate, path);
}

/** Code by source, before any change. */
const originals = new Map<string, Codes>();
const codeOf = (sources: Sources, files: readonly string[]) =>
  files.length === 0 ? {} : compileCode({ ...tests, [LIBRARY_PATH]: LIBRARY, ...sources }, files);

/** Returns the code of the contracts that contain a changed source, or why it needs no test. */
function mutated({ path, source, mutant }: Task): Codes | 'invalid' | 'equivalent' {
  const original = originals.get(path) ?? codeOf({ [path]: source }, usersOf(path));
  originals.set(path, original);
  try {
    const code = codeOf({ [path]: applyMutant(source, mutant) }, usersOf(path));
    return JSON.stringify(code) === JSON.stringify(original) ? 'equivalent' : code;
  } catch {
    return 'invalid';
  }
}

/** A build of all contracts and tests in a copy of the project, and a process that runs its tests. */
class Lane {
  readonly #copy = mkdtempSync(join(tmpdir(), 'labroom-mutation-'));
  readonly #replaced = new Map<string, string>();
  #process: ChildProcess | undefined;

  /** @throws Error if a test fails without a change */
  constructor() {
    for (const name of ['contracts', 'scripts', 'testing', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, name), join(this.#copy, name), { recursive: true });
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), this.#copy]);
    for (const [path, source] of Object.entries({ ...tests, [LIBRARY_PATH]: LIBRARY }))
      writeFileSync(join(this.#copy, path), source);
    for (const script of ['contracts/mutation/build-contracts.ts', 'scripts/test-contracts.ts'])
      execFileSync(process.execPath, [script], { cwd: this.#copy, maxBuffer: 2 ** 26 });
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

/** Tests the tasks in a copy of the project. */
async function runLane(queue: Task[], onOutcome: (outcome: Outcome) => void): Promise<void> {
  const lane = new Lane();
  const passing = new Set<string>();
  /** The tests pass with the settings of the compiler that mutants have. */
  const requirePassing = async (path: string) => {
    if (passing.has(path)) return;
    lane.write(codeOf({}, usersOf(path)));
    if (!(await lane.passes(firstTestsOf(path)))) throw new Error(`Tests of ${path} fail without a change`);
    lane.restore();
    passing.add(path);
  };
  const isKilled = async ({ path, source, mutant }: Task, code: Codes) => {
    const sources = { [path]: applyMutant(source, mutant) };
    const first = firstTestsOf(path);
    const recompiled = importersOf(testsWithCodeOf([path])).filter((test) => first.includes(test));
    lane.write({ ...code, ...codeOf(sources, recompiled) });
    if (!(await lane.passes(first))) return true;
    lane.write(codeOf(sources, importersOf(testsWithCodeOf([path, ...usersOf(path)]))));
    return !(await lane.passes([]));
  };
  try {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const startedAt = Date.now();
      const code = mutated(task);
      let result: Outcome['result'];
      if (typeof code === 'string') result = code;
      else {
        await requirePassing(task.path);
        result = (await isKilled(task, code)) ? 'killed' : 'survived';
        lane.restore();
      }
      onOutcome({ ...task, result, seconds: Math.round((Date.now() - startedAt) / 1000) });
    }
  } finally {
    lane.close();
  }
}

/** Results of an earlier run, by mutant. */
const earlier = new Map<string, Pick<Outcome, 'result' | 'seconds'>>(
  options.results && existsSync(options.results)
    ? readFileSync(options.results, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ id, ...outcome }) => [id, outcome])
    : [],
);
const outcomes: Outcome[] = tasks.flatMap((task) => {
  const known = earlier.get(task.mutant.id);
  return known ? [{ ...task, ...known }] : [];
});
const queue = tasks.filter(({ mutant }) => !earlier.has(mutant.id));
const lanes = queue.length === 0 ? 0 : Number(options.lanes);
await Promise.all(
  Array.from({ length: lanes }, () =>
    runLane(queue, (outcome) => {
      outcomes.push(outcome);
      const { result, seconds, path, mutant } = outcome;
      if (options.results)
        appendFileSync(options.results, `${JSON.stringify({ id: mutant.id, result, seconds })}\n`);
      console.log(
        `${outcomes.length}/${tasks.length} ${result} ${seconds} s ${path}:${mutant.line} ${mutant.id}`,
      );
    }),
  ),
);
const accepted: { id: string; reason: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'accepted.json'), 'utf8'),
);
const { text, problems } = report(outcomes, accepted, {
  isComplete: !options.only && !options.kind,
  isSuite: !options.only && !options.kind && !options.contract,
});
console.log(`\n${text}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
