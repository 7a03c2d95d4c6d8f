import type { RequestContext } from '#service/context.ts';
import { ServiceError } from '#service/platform/errors.ts';
import { type LabContent, readinessLevel } from './lab-content.ts';

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
  { loaders }: RequestContext,
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
  return {
    only: matching(
      (content) =>
        levels.has(readinessLevel(content.trlValue)) &&
        (verified == null || isVerified(content) === verified),
    ),
  };
}
