import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const CONTRACTS = resolve(import.meta.dirname, '..');
const PROOF = 'proofs/SupplyProof.sol';
const CORE = 'src/libraries/Issuance.sol';
/** Seconds for one assertion. The proofs take less than one. */
const LIMIT_S = 35;

const require = createRequire(import.meta.url);
const solc: { compile: (input: string) => string } = require('solc');
const directory = mkdtempSync(join(tmpdir(), 'labroom-proofs-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const hasSolver = canRun('z3');
if (!hasSolver)
  console.warn('NOT PROVED: the supply of lab tokens. Install z3 (Debian: apt-get install z3).');

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The queries that the compiler asks for the assertions of the proof: one each, in the order of the source. */
function queriesOf(core: string): string[] {
  const input = {
    language: 'Solidity',
    sources: {
      [PROOF]: { content: readFileSync(join(CONTRACTS, PROOF), 'utf8') },
      [CORE]: { content: core },
    },
    settings: {
      outputSelection: { '*': { '*': ['abi'] } },
      // With the solver in the compiler's own build, its resource limit decides nothing. It writes the queries instead.
      modelChecker: {
        engine: 'chc',
        targets: ['assert'],
        solvers: ['smtlib2'],
        showUnsupported: true,
        contracts: { [PROOF]: ['SupplyProof'] },
      },
    },
  };
  const output: {
    errors?: { severity: string; formattedMessage: string }[];
    auxiliaryInputRequested?: { smtlib2queries: Record<string, string> };
  } = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = (output.errors ?? []).filter(
    ({ severity, formattedMessage }) =>
      severity === 'error' || /not yet implement|unsupported/.test(formattedMessage),
  );
  expect(problems).toEqual([]);
  return Object.values(output.auxiliaryInputRequested?.smtlib2queries ?? {});
}

/** `sat`: an inductive invariant exists, so the assertion holds for all calls. `unsat`: there is a counterexample. */
function answersTo(queries: readonly string[]): string[] {
  return queries.map((query, index) => {
    const file = join(directory, `${index}.smt2`);
    writeFileSync(file, query.replace(/\(set-option :rlimit \d+\)/, ''));
    const options = ['fp.spacer.q3.use_qgen=true', 'fp.spacer.mbqi=false', 'fp.spacer.ground_pobs=false'];
    const { stdout } = spawnSync('z3', [`-T:${LIMIT_S}`, ...options, file], { encoding: 'utf8' });
    return stdout.split('\n')[0] ?? '';
  });
}

describe.skipIf(!hasSolver)('the supply of a lab token', () => {
  const core = readFileSync(join(CONTRACTS, CORE), 'utf8');

  test('never shrinks, stays when tokens burn, and is final after the cap', () => {
    expect(answersTo(queriesOf(core))).toEqual(['sat', 'sat', 'sat']);
  });

  test.each([
    ['issues after the cap', 'if (capped) return false;', ''],
    ['forgets burned tokens', 'return burnt + amount;', 'return burnt;'],
    ['counts burned tokens twice', 'return supply + burnt;', 'return supply + burnt + burnt;'],
  ])('is not proved of code that %s', (_, right, wrong) => {
    expect(core).toContain(right);
    const answers = answersTo(queriesOf(core.replace(right, wrong)));
    expect(answers).toContain('unsat');
  });
});
