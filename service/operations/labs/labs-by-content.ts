import { inArray } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import type { LabContent } from '#core/ports/content-source.ts';
import type { Reader } from '#platform/db/database.ts';
import { labReadiness } from '#platform/db/tables/plans.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export interface ContentFilter {
  verified?: boolean | null | undefined;
  /** Levels from 1 to 9. */
  readiness?: number[] | null | undefined;
}

/**
 * The labs that a filter includes or excludes (a lab without an entry is not verified). `null` without such a filter.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE`: ignoring the filter would return a wrong list
 */
export async function labsByContent(
  { loaders, db }: RequestContext,
  { verified, readiness }: ContentFilter,
): Promise<{ only: string[] } | { except: string[] } | null> {
  if (verified == null && readiness == null) return null;
  const contents = await loaders.content();
  if (!contents) {
    throw new ServiceError(
      'UPSTREAM_UNAVAILABLE',
      'Readiness and verification of labs are unavailable. Try again in a moment.',
    );
  }
  const matching = (condition: (content: LabContent) => boolean) =>
    [...contents].filter(([, content]) => condition(content)).map(([oclId]) => oclId);
  const isVerified = (content: LabContent) => content.isVerified === true;
  if (readiness == null) {
    return verified ? { only: matching(isVerified) } : { except: matching(isVerified) };
  }
  const levels = new Set<number | null>(readiness);
  const isWanted = (content: LabContent | undefined) =>
    verified == null || (content !== undefined && isVerified(content)) === verified;
  const stated = (await labsAtLevels(db, readiness)).filter((oclId) => {
    const content = contents.get(oclId);
    return !content?.trlValue && isWanted(content);
  });
  const curated = matching((content) => levels.has(readinessLevel(content.trlValue)) && isWanted(content));
  return { only: [...curated, ...stated] };
}

/** The labs that state one of these levels. */
async function labsAtLevels(db: Reader, levels: readonly number[]): Promise<string[]> {
  const rows = await db
    .select({ oclId: labReadiness.oclId })
    .from(labReadiness)
    .where(inArray(labReadiness.level, [...levels]));
  return rows.map(({ oclId }) => oclId);
}

/** The Technology Readiness Level (1 to 9) that a `trlValue` names first: 4 in `TRL 4`, `4` and `TRL 4 to 5`. */
function readinessLevel(trlValue: string | null | undefined): number | null {
  const digit = /(?<!\d)[1-9](?!\d)/.exec(trlValue ?? '')?.[0];
  return digit ? Number(digit) : null;
}
