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
 * @param isComplete whether `outcomes` are all mutants of their contracts, so that an accepted one that is absent is gone
 * @param isSuite whether they are all mutants of all contracts, so that the score of all counts
 */
export function report(
  outcomes: readonly Outcome[],
  accepted: readonly Accepted[],
  { isComplete, isSuite }: { isComplete: boolean; isSuite: boolean },
): { text: string; problems: string[] } {
  const contracts = [...new Set(outcomes.map(({ contract }) => contract))].sort();
  const reasons = new Map(accepted.map(({ id, reason }) => [id, reason]));
  const isAccepted = ({ mutant }: Outcome) => reasons.has(mutant.id);
  const all = rowOf('all', outcomes, isAccepted);
  const rows = contracts.map((contract) =>
    rowOf(
      contract,
      outcomes.filter((outcome) => outcome.contract === contract),
      isAccepted,
    ),
  );
  const survivors = outcomes
    .filter(({ result }) => result === 'survived')
    .sort((a, b) => a.path.localeCompare(b.path) || a.mutant.start - b.mutant.start);
  const survived = new Set(survivors.map(({ mutant }) => mutant.id));

  const text = [
    '| contract | mutants | invalid | equivalent | killed | accepted | survived | score |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...[...rows, all].map(
      (row) =>
        `| ${row.name} | ${row.mutants} | ${row.invalid} | ${row.equivalent} | ${row.killed} | ${row.accepted} | ${row.survived} | ${row.score.toFixed(1)} % |`,
    ),
    '',
    ...survivors.map(
      ({ path, mutant }) =>
        `${path}:${mutant.line} ${mutant.id} (${reasons.get(mutant.id) ?? 'not accepted'})`,
    ),
  ].join('\n');
  const problems = [
    ...(isSuite && all.score < LEAST_SCORE
      ? [`All contracts together score ${all.score.toFixed(1)} %, less than ${LEAST_SCORE} %`]
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

/** The score counts accepted survivors too. */
function rowOf(name: string, outcomes: readonly Outcome[], isAccepted: (outcome: Outcome) => boolean) {
  const of = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted);
  const [killed, alive] = [of('killed').length, of('survived')];
  const accepted = alive.filter(isAccepted).length;
  const tested = killed + alive.length;
  return {
    name,
    mutants: outcomes.length,
    invalid: of('invalid').length,
    equivalent: of('equivalent').length,
    killed,
    accepted,
    survived: alive.length - accepted,
    score: tested === 0 ? 100 : (100 * killed) / tested,
  };
}
