import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compileCode, type Sources } from '../storage/compile.ts';
import { type Codes, Lane } from './lane.ts';
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

interface Task {
  path: string;
  contract: string;
  source: string;
  mutant: Mutant;
}

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

/** Code of the contracts that contain a source, before any change, by source. */
type Originals = Map<string, Codes>;
const plain: Originals = new Map();
const optimized: Originals = new Map();
const codeOf = (sources: Sources, files: readonly string[], isOptimized: boolean) =>
  files.length === 0
    ? {}
    : compileCode({ ...tests, [LIBRARY_PATH]: LIBRARY, ...sources }, files, { isOptimized });

/** Returns the code of the contracts that contain a changed source, or why it needs no test. */
function mutated({ path, source, mutant }: Task, originals: Originals): Codes | 'invalid' | 'equivalent' {
  const isOptimized = originals === optimized;
  const original = originals.get(path) ?? codeOf({ [path]: source }, usersOf(path), isOptimized);
  originals.set(path, original);
  try {
    const code = codeOf({ [path]: applyMutant(source, mutant) }, usersOf(path), isOptimized);
    return JSON.stringify(code) === JSON.stringify(original) ? 'equivalent' : code;
  } catch {
    return 'invalid';
  }
}

/**
 * Tests the tasks in a copy of the project: first all of them without the optimizer, which takes a third of the time, and with the tests
 * named after their contracts; then those that survive, as the build compiles them and with all tests.
 */
async function runLane(queue: Task[], onOutcome: (outcome: Outcome) => void): Promise<void> {
  const lane = new Lane({ ...tests, [LIBRARY_PATH]: LIBRARY });
  const passing = new Set<string>();
  const survivors: Task[] = [];
  /** The tests pass with the settings of the compiler that mutants have. */
  const requirePassing = async (path: string) => {
    if (passing.has(path)) return;
    const first = firstTestsOf(path);
    lane.write(codeOf({}, [...usersOf(path), ...firstTestsWithCodeOf(path)], false));
    if (!(await lane.passes(first))) throw new Error(`Tests of ${path} fail without a change`);
    lane.restore();
    passing.add(path);
  };
  const firstTestsWithCodeOf = (path: string) =>
    importersOf(testsWithCodeOf([path])).filter((test) => firstTestsOf(path).includes(test));
  const sourcesOf = ({ path, source, mutant }: Task) => ({ [path]: applyMutant(source, mutant) });

  /** Tests that contain code of the source are compiled only for what survives the others. */
  const passesFirstTests = async (task: Task, code: Codes) => {
    await requirePassing(task.path);
    const [first, withCode] = [firstTestsOf(task.path), firstTestsWithCodeOf(task.path)];
    lane.write(code);
    const others = first.filter((test) => !withCode.includes(test));
    if (others.length > 0 && !(await lane.passes(others))) return false;
    if (withCode.length === 0) return true;
    lane.write(codeOf(sourcesOf(task), withCode, false));
    return lane.passes(first.filter((test) => withCode.includes(test)));
  };
  const passesAllTests = async (task: Task, code: Codes) => {
    const recompiled = importersOf(testsWithCodeOf([task.path, ...usersOf(task.path)]));
    lane.write({ ...code, ...codeOf(sourcesOf(task), recompiled, true) });
    return lane.passes([]);
  };
  const outcomeOf = async (
    task: Task,
    originals: Originals,
    passes: typeof passesAllTests,
  ): Promise<Outcome> => {
    const startedAt = Date.now();
    const code = mutated(task, originals);
    const result = typeof code === 'string' ? code : (await passes(task, code)) ? 'survived' : 'killed';
    lane.restore();
    return { ...task, result, seconds: Math.round((Date.now() - startedAt) / 1000) };
  };
  try {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const outcome = await outcomeOf(task, plain, passesFirstTests);
      if (outcome.result !== 'survived') onOutcome(outcome);
      else {
        survivors.push(task);
        console.log(`Survives the first tests: ${task.mutant.id}`);
      }
    }
    for (const task of survivors) onOutcome(await outcomeOf(task, optimized, passesAllTests));
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
