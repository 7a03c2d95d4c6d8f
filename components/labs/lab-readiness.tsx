import type { LabContentFieldsFragment } from '@labroom/client/documents';
import type { ReactNode } from 'react';
import { Term } from '#components/ui/term.tsx';
import { type CriterionScore, readinessLevel, readScores } from '#lib/labs/lab-content.ts';
import { Person } from '../core/people/person.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { ReadinessScale } from './readiness-scale.tsx';
import { ScoreChart } from './score-chart.tsx';

interface LabReadinessProps {
  content: LabContentFieldsFragment;
  /** Lets an owner write what the lab says. */
  action?: ReactNode;
}

/**
 * What the lab and the curators say about readiness, each under its name. Renders nothing if neither says anything and
 * the reader can write nothing.
 */
export function LabReadiness({ content, action }: LabReadinessProps) {
  const { statedReadiness: stated, weightedScore, scoreInterpretation, scoredAt } = content;
  const level = curatedLevel(content);
  const scores = readScores(content.criterionScores);
  const hasScore = weightedScore !== null || scoreInterpretation !== null || scores.length > 0;
  if (!stated && !level && !hasScore && !action) return null;
  return (
    <Section
      title="Readiness"
      action={
        <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <Term name="readinessLevel">What the level says</Term>
          {action}
        </span>
      }
    >
      <div className="flex flex-col divide-y divide-line border-b border-line">
        {!stated && !level && !hasScore && (
          <p className="py-4 text-sm text-ink2">Nothing is said about the readiness of this lab yet.</p>
        )}
        {stated && (
          <Statement
            by={
              <>
                Said by the lab: <Person value={stated.changeBy} />
              </>
            }
            at={<Time value={stated.changedAt} style="date" />}
            level={stated.level}
            title={stated.level === null ? null : `TRL ${stated.level}`}
            rationale={stated.rationale}
            scores={stated.scores}
          />
        )}
        {level && (
          <Statement
            by="Said by curators"
            at={
              level.since && (
                <>
                  since <Time value={level.since} style="date" />
                </>
              )
            }
            level={readinessLevel(level.value)}
            title={level.value}
            rationale={level.rationale}
            scores={[]}
          />
        )}
        {hasScore && (
          <Statement
            by="Scored by curators"
            at={
              scoredAt && (
                <>
                  computed <Time value={scoredAt} style="date" />
                </>
              )
            }
            level={null}
            title={weightedScore === null ? 'Scores' : `Score ${weightedScore.toLocaleString('en')}`}
            rationale={scoreInterpretation}
            scores={scores}
          />
        )}
      </div>
    </Section>
  );
}

/** The curators' level. The API gives that of the lab where they give none. */
function curatedLevel({ trlValue, trlRationale, trlLastUpdated, statedReadiness }: LabContentFieldsFragment) {
  const isOfLab = statedReadiness?.level != null && trlLastUpdated === statedReadiness.changedAt;
  if (isOfLab || (trlValue === null && trlRationale === null)) return null;
  return { value: trlValue, rationale: trlRationale, since: trlLastUpdated };
}

interface StatementProps {
  by: ReactNode;
  at: ReactNode;
  level: number | null;
  title: string | null;
  rationale: string | null;
  scores: readonly CriterionScore[];
}

function Statement({ by, at, level, title, rationale, scores }: StatementProps) {
  return (
    <div className="flex flex-col gap-3 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink2">
        <span className="flex flex-wrap items-center gap-x-2">{by}</span>
        {at && <span>{at}</span>}
      </p>
      {title !== null && <p className="tabular font-medium">{title}</p>}
      {level !== null && <ReadinessScale level={level} />}
      {rationale !== null && (
        <p className="max-w-prose text-sm whitespace-pre-line text-ink2">
          <bdi>{rationale}</bdi>
        </p>
      )}
      {scores.length > 0 && <ScoreChart scores={scores} />}
    </div>
  );
}
