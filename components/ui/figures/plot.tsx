import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { percent, type Tick } from './positions.ts';

interface PlotProps {
  /** Height of the drawing in pixels, without the labels of the time axis. */
  height: number;
  /** Ticks of the vertical axis, from the bottom. The tick at 0 is the baseline. */
  values?: readonly Tick[];
  /** Ticks of the horizontal axis, from the left. */
  times?: readonly Tick[];
  /** Draws a line up from each tick of the horizontal axis. */
  withTimeLines?: boolean;
  /** Drawn in an SVG of full width: horizontal positions in percent, vertical ones in pixels. */
  children: ReactNode;
}

/** The axes of a chart. */
export function Plot({ height, values = [], times = [], withTimeLines = false, children }: PlotProps) {
  return (
    <div className={classNames('text-xs', values.length > 0 && 'pl-9', times.length > 0 && 'pb-5')}>
      <svg
        aria-hidden
        width="100%"
        height={height}
        className="print-colours block overflow-visible fill-ink2"
      >
        {values.map(({ at, label }) => {
          const y = Math.round(height * (1 - at)) + (at === 0 ? -0.5 : 0.5);
          return (
            <g key={label}>
              <line x1={0} x2="100%" y1={y} y2={y} className={at === 0 ? 'stroke-ink2' : 'stroke-line'} />
              <text x={-10} y={y + 4} textAnchor="end">
                {label}
              </text>
            </g>
          );
        })}
        {withTimeLines &&
          times.map(({ at, label }) => (
            <line key={label} x1={percent(at)} x2={percent(at)} y1={0} y2={height} className="stroke-line" />
          ))}
        {children}
        {times.map(({ at, label }, position) => (
          <text
            key={label}
            x={percent(at)}
            y={height + 16}
            textAnchor={at > 0.96 ? 'end' : at < 0.02 ? 'start' : 'middle'}
            className={classNames(times.length > 5 && position % 3 !== 0 && 'max-sm:hidden')}
          >
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}
