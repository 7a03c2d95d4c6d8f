import { percent } from './positions.ts';

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** Shown below the first and the last value. */
  first: string;
  last: string;
}

/** A small series under a number: one column per value, the last one in ink, with the first and last value in words. */
export function Sparkline({ values, first, last }: SparklineProps) {
  const height = 28;
  const top = Math.max(1, ...values);
  return (
    <div aria-hidden className="mt-3 text-xs text-ink2">
      <svg aria-hidden width="100%" height={height} className="print-colours block">
        {values.map((value, position) => {
          const tall = value === 0 ? 1 : Math.max(2, (value / top) * height);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              key={position}
              x={percent(position / values.length)}
              width={percent(0.7 / values.length)}
              y={height - tall}
              height={tall}
              fill={position === values.length - 1 ? 'var(--ink)' : 'var(--edge)'}
              opacity={position === values.length - 1 ? 1 : 0.6}
            />
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between gap-4">
        <span>{first}</span>
        <span className="text-ink">{last}</span>
      </p>
    </div>
  );
}
