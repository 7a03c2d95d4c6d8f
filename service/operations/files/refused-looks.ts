import { mustLookDistinct } from '#core/files/path-conflicts.ts';
import type { Reader } from '#platform/db/database.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** Refusals that are found one by one. Each takes as many questions to the database as the logarithm of the paths. */
const MOST_REFUSED = 4;

/**
 * Which of these new paths may be added together, and why the others may not.
 * @throws ServiceError `VALIDATION_FAILED`, reason `CONFUSABLE_PATH`, where more than four may not
 */
export async function refusedLooks(
  db: Reader,
  oclId: string,
  paths: readonly string[],
): Promise<Map<string, ServiceError>> {
  const refused = new Map<string, ServiceError>();
  const accepted: string[] = [];
  const decide = async (some: readonly string[]): Promise<void> => {
    const [first] = some;
    if (first === undefined) return;
    try {
      await mustLookDistinct(db, oclId, ...accepted, ...some);
      accepted.push(...some);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.reason !== 'CONFUSABLE_PATH') throw error;
      if (refused.size === MOST_REFUSED) throw error;
      if (some.length === 1) refused.set(first, error);
      else
        for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)]) await decide(half);
    }
  };
  await decide(paths);
  return refused;
}
