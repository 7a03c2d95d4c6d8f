import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ContractCode, compileCode, type Sources } from '../storage/compile.ts';
import { applyMutant, type Mutant, mutantsOf } from './mutants.ts';
import { type Outcome, report } from './report.ts';
import { contractOf, firstTestsOf, productionSources, testSources, usersOf } from './visible-tests.ts';

/**
 * Mutation tests of the production contracts: changes one place at a time and expects a Solidity test to fail.
 *
 *     node contracts/mutation/run.ts [--contract LabAccount]… [--only N] [--lanes 1]
 *
 * `--only N` runs the Nth mutant of the contracts. Exits with 1 if a contract scores below 95 %, if a mutant survives that
 * `accepted.json` does not name, or if it names one that does not survive.
 */
const ROOT = resolve(import.meta.dirname, '../..');
/** A mutant that loops is killed by this limit. The whole suite takes less than two minutes. */
const LIMIT_MS = 15 * 60_000;

interface Task {
  path: string;
  contract: string;
  source: string;
  mutant: Mutant;
}
type Verdict = 'passed' | 'failed';

const { values: options } = parseArgs({
  options: {
    contract: { type: 'string', multiple: true },
    only: { type: 'string' },
    lanes: { type: 'string', default: '1' },
  },
});
const paths = productionSources().filter((path) => options.contract?.includes(contractOf(path)) ?? true);
const unknown = options.contract?.filter((name) => !paths.some((path) => contractOf(path) === name)) ?? [];
if (unknown.length > 0) throw new Error(`No production contract is named ${unknown.join(', ')}`);

const all: Task[] = paths.flatMap((path) => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  return mutantsOf({ [path]: source }, path).map((mutant) => ({
    path,
    contract: contractOf(path),
    source,
    mutant,
  }));
});
const tasks = options.only ? all.slice(Number(options.only) - 1, Number(options.only)) : all;
if (tasks.length === 0)
  throw new Error(`There are ${all.length} mutants, so --only takes 1 to ${all.length}`);

/** Code of the users of a source, before any change. */
const originals = new Map<string, string>();
const codeOf = (path: string, source: string) =>
  JSON.stringify(compileCode({ [path]: source }, usersOf(path)));

function compilesTo({ path, source, mutant }: Task): 'invalid' | 'equivalent' | 'different' {
  const original = originals.get(path) ?? codeOf(path, source);
  originals.set(path, original);
  try {
    return codeOf(path, applyMutant(source, mutant)) === original ? 'equivalent' : 'different';
  } catch {
    return 'invalid';
  }
}

/**
 * Runs tests in a copy until the first fails, with the code that the tests have when `sources` replace files. Without
 * `files`, runs all tests, invariants included.
 */
async function runTests(copy: string, sources: Sources, files: readonly string[]): Promise<Verdict> {
  writeCode(copy, compileCode(sources, files.length > 0 ? files : testSources()));
  const tests = spawn(process.execPath, ['scripts/test-contracts.ts', '--no-compile', ...files], {
    cwd: copy,
  });
  const timer = setTimeout(() => tests.kill('SIGKILL'), LIMIT_MS);
  let output = '';
  const read = (data: Buffer) => {
    output += data;
    if (/^ +1\) /m.test(output)) tests.kill('SIGKILL');
  };
  tests.stdout.on('data', read);
  tests.stderr.on('data', read);
  const code = await new Promise<number | null>((ended, failed) =>
    tests.on('close', ended).on('error', failed),
  );
  clearTimeout(timer);
  if (!output.includes('Running Solidity tests')) throw new Error(`The tests did not start:\n${output}`);
  return code === 0 ? 'passed' : 'failed';
}

/** Replaces the code in the artifacts of a build. This takes a third of the time that Hardhat takes to build again. */
function writeCode(copy: string, codes: Record<string, ContractCode>): void {
  for (const [fullName, { creation, runtime }] of Object.entries(codes)) {
    const [path = '', name = ''] = fullName.split(':');
    const file = join(copy, 'artifacts', path, `${name}.json`);
    const artifact: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(
      file,
      JSON.stringify({ ...artifact, bytecode: `0x${creation}`, deployedBytecode: `0x${runtime}` }),
    );
  }
}

/**
 * Makes a copy of the project with a build of all contracts and tests.
 * @throws Error if a test fails without a change
 */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'labroom-mutation-'));
  for (const name of ['contracts', 'scripts', 'testing', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), copy]);
  execFileSync(process.execPath, ['scripts/test-contracts.ts'], { cwd: copy });
  return copy;
}

/** Tests the tasks in a copy of the project. */
async function runLane(queue: Task[], onOutcome: (outcome: Outcome) => void): Promise<void> {
  const copy = makeCopy();
  /** Tests that pass without a change, with code written into the artifacts; the empty name stands for all. */
  const passing = new Set<string>();
  const isKilled = async ({ path, source, mutant }: Task) => {
    for (const files of [firstTestsOf(path), []]) {
      if (!passing.has(files.join()) && (await runTests(copy, {}, files)) === 'failed')
        throw new Error(`These tests fail without a change: ${files.join(' ') || 'all'}`);
      passing.add(files.join());
      if ((await runTests(copy, { [path]: applyMutant(source, mutant) }, files)) === 'failed') return true;
    }
    return false;
  };
  try {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const startedAt = Date.now();
      const compiled = compilesTo(task);
      const result = compiled !== 'different' ? compiled : (await isKilled(task)) ? 'killed' : 'survived';
      onOutcome({ ...task, result, seconds: Math.round((Date.now() - startedAt) / 1000) });
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const outcomes: Outcome[] = [];
const queue = [...tasks];
await Promise.all(
  Array.from({ length: Number(options.lanes) }, () =>
    runLane(queue, (outcome) => {
      outcomes.push(outcome);
      const { result, seconds, path, mutant } = outcome;
      console.log(
        `${outcomes.length}/${tasks.length} ${result} ${seconds} s ${path}:${mutant.line} ${mutant.id}`,
      );
    }),
  ),
);
const accepted: { id: string; reason: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'accepted.json'), 'utf8'),
);
const { text, problems } = report(outcomes, accepted, { isComplete: !options.only });
console.log(`\n${text}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
