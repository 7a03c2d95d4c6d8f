import { Term } from '#components/ui/term.tsx';
import { readinessLevel, readScores } from '#lib/labs/lab-content.ts';
import type { LabContentFieldsFragment } from '#packages/client/documents.generated.ts';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { ReadinessScale } from './readiness-scale.tsx';
import { ScoreChart } from './score-chart.tsx';

/** The curators' readiness level and scores of the lab. Renders nothing without any. */
export function LabReadiness({ content }: { content: LabContentFieldsFragment }) {
  const { trlValue, trlRationale, trlLastUpdated, weightedScore, scoreInterpretation, scoredAt } = content;
  const scores = readScores(content.criterionScores);
  const level = readinessLevel(trlValue);
  const hasScore = weightedScore !== null || scoreInterpretation !== null || scores.length > 0;
  if (trlValue === null && trlRationale === null && !hasScore) return null;
  return (
    <Section title="Readiness" action={<Term name="readinessLevel">What the level says</Term>}>
      <div className="flex flex-col divide-y divide-line border-b border-line">
        {(trlValue !== null || trlRationale !== null) && (
          <div className="flex flex-col gap-3 py-4">
            {trlValue !== null && (
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{trlValue}</span>
                {trlLastUpdated !== null && (
                  <span className="text-sm text-ink2">
                    since <Time value={trlLastUpdated} style="date" />
                  </span>
                )}
              </p>
            )}
            {level !== null && <ReadinessScale level={level} />}
            {trlRationale !== null && (
              <p className="max-w-prose text-sm whitespace-pre-line text-ink2">{trlRationale}</p>
            )}
          </div>
        )}
        {hasScore && (
          <div className="flex flex-col gap-3 py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="tabular font-medium">
                {weightedScore === null ? 'Scores' : `Score ${weightedScore.toLocaleString('en')}`}
              </span>
              {scoredAt !== null && (
                <span className="text-sm text-ink2">
                  computed <Time value={scoredAt} style="date" />
                </span>
              )}
            </p>
            {scoreInterpretation !== null && (
              <p className="max-w-prose text-sm whitespace-pre-line text-ink2">{scoreInterpretation}</p>
            )}
            {scores.length > 0 && <ScoreChart scores={scores} />}
          </div>
        )}
      </div>
    </Section>
  );
}
