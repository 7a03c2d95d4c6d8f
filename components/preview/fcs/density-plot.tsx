import { useMemo } from 'react';
import { shortNumber } from '../parts/short-number.ts';
import { ticksOf } from '../table/scale.ts';
import { type Axis, asinhTicks, densityOf, densityPaths, type FcsScale, rangeOf, scaled } from './density.ts';

interface Side {
  title: string;
  values: Float32Array;
  scale: FcsScale;
}

const SIZE = 400;
const MARGIN = { left: 64, right: 16, top: 8, bottom: 48 };
const CELLS = 128;
const LEVELS = 8;

function tickText(value: number, scale: FcsScale): string {
  if (scale === 'linear') return Math.abs(value) < 1e7 ? value.toLocaleString('en') : shortNumber(value);
  const power = Math.log10(Math.abs(value));
  if (!Number.isInteger(power) || power < 3) return shortNumber(value);
  return `${value < 0 ? '−' : ''}10${[...String(power)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;
}

function useAxis({ values, scale }: Side): Axis {
  return useMemo(() => ({ values, scale, range: rangeOf(values, scale) }), [values, scale]);
}

/** Two channels as a plot of density: the more events in a cell, the darker it is. */
export function DensityPlot({ x, y }: { x: Side; y: Side }) {
  const axisX = useAxis(x);
  const axisY = useAxis(y);
  const { inside, paths } = useMemo(() => {
    const { counts, inside } = densityOf(axisX, axisY, CELLS);
    return { inside, paths: densityPaths(counts, CELLS, LEVELS) };
  }, [axisX, axisY]);
  const ticks = ({ scale, range }: { scale: FcsScale; range: readonly [number, number] }) =>
    scale === 'asinh' ? asinhTicks(range) : ticksOf(range[0], range[1]);
  const share = ({ scale, range: [min, max] }: Axis, value: number) =>
    ((scaled(value, scale) - min) / (max - min)) * SIZE;
  const outside = x.values.length - inside;
  const description = `${inside.toLocaleString('en')} events${
    outside > 0 ? `; ${outside.toLocaleString('en')} lie outside the axes` : ''
  }. Darker means more events.`;
  return (
    <>
      <svg
        role="img"
        aria-label={`Density of ${y.title} against ${x.title}. ${description} The table of parameters follows.`}
        viewBox={`${-MARGIN.left} ${-MARGIN.top} ${SIZE + MARGIN.left + MARGIN.right} ${SIZE + MARGIN.top + MARGIN.bottom}`}
        className="max-h-[var(--preview-height,70dvh)] w-full max-w-xl text-[12px] max-sm:text-[17px]"
        fill="var(--ink2)"
      >
        {ticks(axisX).map((tick) => (
          <g key={tick}>
            <path d={`M${share(axisX, tick)} ${SIZE}v5`} stroke="var(--ink2)" />
            <text x={share(axisX, tick)} y={SIZE + 18} textAnchor="middle">
              {tickText(tick, x.scale)}
            </text>
          </g>
        ))}
        {ticks(axisY).map((tick) => (
          <g key={tick}>
            <path d={`M0 ${SIZE - share(axisY, tick)}h-5`} stroke="var(--ink2)" />
            <text x={-8} y={SIZE - share(axisY, tick)} textAnchor="end" dominantBaseline="central">
              {tickText(tick, y.scale)}
            </text>
          </g>
        ))}
        <g transform={`scale(${SIZE / CELLS})`} fill="var(--ink)" shapeRendering="crispEdges">
          {paths.map((d, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <path key={level} d={d} fillOpacity={0.22 + (0.78 * level) / (LEVELS - 1)} />
          ))}
        </g>
        <path d={`M0 0V${SIZE}H${SIZE}`} fill="none" stroke="var(--ink2)" />
        <text x={SIZE / 2} y={SIZE + 40} textAnchor="middle" fill="var(--ink)">
          {x.title.slice(0, 60)}
        </text>
        <text
          transform={`translate(${-MARGIN.left + 14} ${SIZE / 2}) rotate(-90)`}
          textAnchor="middle"
          fill="var(--ink)"
        >
          {y.title.slice(0, 60)}
        </text>
      </svg>
      <figcaption className="text-sm text-ink2">{description}</figcaption>
    </>
  );
}
