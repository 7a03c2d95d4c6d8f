import type { RequestContext } from '../context.ts';
import type { LabContent } from '../operations/cms/lab-content.ts';
import type { LabRow } from '../operations/labs/lab-store.ts';

/**
 * The fields of a lab from the content source. The source is read once per request, and only if one of them is
 * selected.
 */
export const contentFields = {
  trlValue: from('trlValue'),
  trlRationale: from('trlRationale'),
  trlLastUpdated: from('trlLastUpdated'),
  weightedScore: from('weightedScore'),
  scoreInterpretation: from('scoreInterpretation'),
  criterionScores: from('criterionScores'),
  scoredAt: from('scoredAt'),
  todos: from('todos'),
  isVerified: from('isVerified'),
};

function from<Key extends keyof LabContent>(key: Key) {
  return async (
    lab: LabRow,
    _: unknown,
    { loaders }: RequestContext,
  ): Promise<NonNullable<LabContent[Key]> | null> => {
    const contents = await loaders.content();
    return contents?.get(lab.oclId)?.[key] ?? null;
  };
}
