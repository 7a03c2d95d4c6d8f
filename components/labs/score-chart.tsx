import { type CriterionScore, scaleOf } from '#lib/labs/lab-content.ts';

/** One bar per criterion, each with its number, so that no value depends on the bar alone. */
export function ScoreChart({ scores }: { scores: readonly CriterionScore[] }) {
  const scale = scaleOf(scores);
  // The same number of digits in every row, so that values align.
  const digits = scores.every(({ score }) => Number.isInteger(score)) ? 0 : 2;
  return (
    <figure className="flex flex-col gap-2 text-sm">
      <figcaption className="tabular text-ink2">By criterion, on a scale from 0 to {scale}</figcaption>
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,max-content)_1fr]">
        {scores.map(({ criterion, score }) => (
          <li
            key={criterion}
            className="col-span-full grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-subgrid"
          >
            <span>{criterion}</span>
            <span className="flex items-center gap-3 max-sm:contents">
              <span aria-hidden className="h-2 flex-1 bg-press max-sm:order-last max-sm:col-span-full">
                <span
                  className="block h-full bg-bar"
                  style={{ width: `${Math.min(100, Math.max(0, (score / scale) * 100))}%` }}
                />
              </span>
              <span className="tabular w-10 text-right font-medium">{score.toFixed(digits)}</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
