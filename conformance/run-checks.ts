import type { Check } from './check/check.ts';
import type { Fixtures } from './fixtures/fixtures.ts';
import { NotRunError } from './fixtures/not-run-error.ts';

export interface Result {
  id: string;
  rule: string;
  section: string;
  outcome: 'passed' | 'failed' | 'not run';
  /** What is wrong, or what is missing. */
  reason: string | undefined;
  ms: number;
}

const AT_ONCE = 4;
const TIME_LIMIT_MS = 180_000;

/** Runs all checks, some at once and those that disturb others at the end, and gives their results in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  givens: Fixtures,
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = [];
  const run = async (queue: Iterable<[number, Check]>) => {
    for (const [index, check] of queue) {
      const result = await runCheck(check, givens);
      results[index] = result;
      onResult(result);
    }
  };
  const [together, alone] = [false, true].map((isAlone) =>
    [...checks.entries()].filter(([, check]) => (check.isAlone ?? false) === isAlone),
  );
  const shared = (together ?? []).values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => run(shared)));
  await run(alone ?? []);
  return results;
}

async function runCheck(check: Check, givens: Fixtures): Promise<Result> {
  const { id, rule, section, needs = [], only } = check;
  const started = performance.now();
  const result = (outcome: Result['outcome'], reason?: string): Result => ({
    id,
    rule,
    section,
    outcome,
    reason,
    ms: Math.round(performance.now() - started),
  });
  const { environment } = givens.service;
  if (only && !only.includes(environment)) return result('not run', `holds in ${only.join(' and ')} only`);
  const missing = givens.missing(needs);
  if (missing) return result('not run', missing);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No end after ${TIME_LIMIT_MS / 1000} seconds`)),
      TIME_LIMIT_MS,
    );
  });
  try {
    await Promise.race([givens.give(needs).then((given) => check.run(given)), timeUp]);
    return result('passed');
  } catch (error) {
    if (error instanceof NotRunError) return result('not run', error.message);
    return result('failed', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}
