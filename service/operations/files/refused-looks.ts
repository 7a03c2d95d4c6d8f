import { mustLookDistinct } from '#core/files/path-conflicts.ts';
import type { Reader } from '#platform/db/database.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/**
 * Which of these new paths may be added together, and why the others may not. Asks as often as there are refusals, times the logarithm of the paths.
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
      if (some.length === 1) refused.set(first, error);
      else
        for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)]) await decide(half);
    }
  };
  await decide(paths);
  return refused;
}
