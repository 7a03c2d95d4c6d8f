import type { Mutant } from './mutants.ts';

export interface Outcome {
  path: string;
  contract: string;
  mutant: Mutant;
  /** `equivalent` has the bytecode of the original, `invalid` does not compile. Neither counts. */
  result: 'killed' | 'survived' | 'equivalent' | 'invalid';
  seconds: number;
}

/** A survivor that no test can or needs to kill. */
interface Accepted {
  id: string;
  reason: string;
}

const LEAST_SCORE = 95;

/**
 * The table of the contracts, the list of survivors, and what is wrong with them.
 * @param isComplete whether `outcomes` are all mutants of their contracts, so that a score says something
 */
export function report(
  outcomes: readonly Outcome[],
  accepted: readonly Accepted[],
  { isComplete }: { isComplete: boolean },
): { text: string; problems: string[] } {
  const contracts = [...new Set(outcomes.map(({ contract }) => contract))].sort();
  const rows = [
    ...contracts.map((contract) =>
      rowOf(
        contract,
        outcomes.filter((outcome) => outcome.contract === contract),
      ),
    ),
    rowOf('all', outcomes),
  ];
  const survivors = outcomes
    .filter(({ result }) => result === 'survived')
    .sort((a, b) => a.path.localeCompare(b.path) || a.mutant.start - b.mutant.start);
  const reasons = new Map(accepted.map(({ id, reason }) => [id, reason]));
  const survived = new Set(survivors.map(({ mutant }) => mutant.id));

  const text = [
    '| contract | made | killed | equivalent | survived | score |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(
      ({ name, made, killed, equivalent, survived: alive, score }) =>
        `| ${name} | ${made} | ${killed} | ${equivalent} | ${alive} | ${score.toFixed(1)} % |`,
    ),
    '',
    ...survivors.map(
      ({ path, mutant }) =>
        `${path}:${mutant.line} ${mutant.id} (${reasons.get(mutant.id) ?? 'not accepted'})`,
    ),
  ].join('\n');
  const problems = [
    ...(isComplete
      ? rows
          .filter(({ score }) => score < LEAST_SCORE)
          .map(({ name, score }) => `${name} scores ${score.toFixed(1)} %, less than ${LEAST_SCORE} %`)
      : []),
    ...[...survived].filter((id) => !reasons.has(id)).map((id) => `Survived: ${id}`),
    ...accepted
      .filter(({ id }) => !survived.has(id))
      .filter(
        ({ id }) => outcomes.some(({ mutant }) => mutant.id === id) || (isComplete && isOf(id, contracts)),
      )
      .map(({ id }) => `Does not survive, so remove it from accepted.json: ${id}`),
  ];
  return { text, problems };
}

const isOf = (id: string, contracts: readonly string[]) =>
  contracts.some((contract) => id.startsWith(`${contract}.`));

function rowOf(name: string, outcomes: readonly Outcome[]) {
  const count = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted).length;
  const [killed, survived, equivalent] = [count('killed'), count('survived'), count('equivalent')];
  const tested = killed + survived;
  return {
    name,
    made: tested + equivalent,
    killed,
    equivalent,
    survived,
    score: tested === 0 ? 100 : (100 * killed) / tested,
  };
}
