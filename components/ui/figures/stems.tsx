import { Plot } from './plot.tsx';
import { percent, type Tick } from './positions.ts';
import { countScale } from './scales.ts';

interface StemsProps {
  /** One per period, oldest first. */
  stems: readonly { title: string; value: number; isCrossed: boolean }[];
  times: readonly Tick[];
  height?: number;
}

/** Counts per period as stems with a dot. Periods with a refusal have a cross on the baseline. */
export function Stems({ stems, times, height = 124 }: StemsProps) {
  const { top, ticks } = countScale(stems.map(({ value }) => value));
  return (
    <Plot height={height} values={ticks} times={times}>
      {stems.map(({ title, value, isCrossed }, position) => {
        const x = percent((position + 0.5) / stems.length);
        const y = height * (1 - value / top);
        if (value === 0 && !isCrossed) return null;
        return (
          <g key={title}>
            <title>{title}</title>
            {value > 0 && (
              <>
                <line x1={x} x2={x} y1={height} y2={y} stroke="var(--bar)" strokeWidth={1.5} />
                <circle cx={x} cy={y} r={3} fill="var(--bar)" />
              </>
            )}
            {isCrossed && (
              <svg aria-hidden x={x} y={height} overflow="visible">
                <path d="M-3.5-10l7 7m0-7-7 7" stroke="var(--bad)" strokeWidth={1.6} />
              </svg>
            )}
          </g>
        );
      })}
    </Plot>
  );
}
