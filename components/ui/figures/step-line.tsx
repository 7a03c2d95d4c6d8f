import { area, curveStepAfter, line } from 'd3-shape';
import { Plot } from './plot.tsx';
import { percent, type Tick } from './positions.ts';
import { countScale } from './scales.ts';

interface StepLineProps {
  /** A value and the time it is reached, oldest first. It holds until the next one. */
  points: readonly { at: number; value: number; title: string }[];
  /** Ends of the time axis, in milliseconds since 1970. */
  from: number;
  to: number;
  times: readonly Tick[];
  /** A value that is never exceeded. */
  limit?: { value: number; label: string };
  height?: number;
}

const width = 1000;

/** A value that changes in steps, e.g. a supply. */
export function StepLine({ points, from, to, times, limit, height = 164 }: StepLineProps) {
  const { top, ticks } = countScale([...points.map(({ value }) => value), limit?.value ?? 0]);
  const last = points.at(-1);
  if (!last || to <= from) return null;
  const share = (at: number) => (at - from) / (to - from);
  const y = (value: number) => height * (1 - value / top);
  const drawn = [...points, { ...last, at: to }].map(({ at, value }): [number, number] => [
    share(at) * width,
    y(value),
  ]);
  return (
    <Plot height={height} values={ticks} times={times}>
      <svg
        aria-hidden
        width="100%"
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <path d={area().y0(height).curve(curveStepAfter)(drawn) ?? ''} fill="var(--tint)" />
        <path
          d={line().curve(curveStepAfter)(drawn) ?? ''}
          fill="none"
          stroke="var(--bar)"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {points.map(({ at, value, title }) => (
        <circle
          key={at}
          cx={percent(share(at))}
          cy={y(value)}
          r={3.5}
          fill="var(--paper)"
          stroke="var(--bar)"
          strokeWidth={1.6}
        >
          <title>{title}</title>
        </circle>
      ))}
      {limit && (
        <g>
          <line
            x1={0}
            x2="100%"
            y1={y(limit.value) + 0.5}
            y2={y(limit.value) + 0.5}
            className="stroke-ink"
            strokeDasharray="4 3"
          />
          <text x={4} y={y(limit.value) + 16} className="fill-ink">
            {limit.label}
          </text>
        </g>
      )}
    </Plot>
  );
}
