import type { LabRow } from '#core/labs/lab-rows.ts';
import type { LabContent } from '#core/ports/content-source.ts';
import type { ReadinessRow } from '../operations/plans/readiness-store.ts';
import type { ResolverContext } from './loaders.ts';

/**
 * The fields of a lab from the content source. The source is read once per request, and only if one of them is
 * selected.
 */
export const contentFields = {
  trlValue: levelFrom('trlValue', ({ level }) => `TRL ${level}`),
  trlRationale: levelFrom('trlRationale', ({ rationale }) => rationale),
  trlLastUpdated: levelFrom('trlLastUpdated', ({ changedAt }) => changedAt),
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
    { loaders }: ResolverContext,
  ): Promise<NonNullable<LabContent[Key]> | null> => {
    const contents = await loaders.content();
    return contents?.get(lab.oclId)?.[key] ?? null;
  };
}

/**
 * A field about the level: the curators', or that of the lab where they give no level. While their source cannot be read,
 * nobody knows which, so it is `null`.
 */
function levelFrom<Key extends 'trlValue' | 'trlRationale' | 'trlLastUpdated'>(
  key: Key,
  ofLab: (stated: ReadinessRow) => LabContent[Key] | null,
) {
  const fromSource = from(key);
  return async (lab: LabRow, args: unknown, context: ResolverContext) => {
    const contents = await context.loaders.content();
    const hasLevel = !contents || contents.get(lab.oclId)?.trlValue;
    const stated = hasLevel ? null : await context.loaders.readiness.load(lab.oclId);
    return stated?.level ? (ofLab(stated) ?? null) : fromSource(lab, args, context);
  };
}
