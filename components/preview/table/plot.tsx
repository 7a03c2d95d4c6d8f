'use client';
import type { Dialect } from '@labroom/formats/table/dialect';
import { numberIn } from '@labroom/formats/table/numbers';
import { useId, useMemo } from 'react';
import { Select } from '#components/ui/select.tsx';
import type { FileView } from '#lib/data-room/file-view.ts';
import { shortNumber } from '../parts/short-number.ts';
import { correlationOf, type Point, ticksOf } from './scale.ts';

interface PlotProps {
  header: readonly string[];
  rows: readonly string[][];
  /** Columns of numbers, at least one. */
  numeric: readonly number[];
  style: Dialect['numbers'];
  /** The drawn columns, two of `numeric`. */
  axes: NonNullable<FileView['plot']>;
  onAxes: (axes: NonNullable<FileView['plot']>) => void;
}

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = { left: 72, right: 16, top: 16, bottom: 56 };
// More points would slow down the page.
const MAX_POINTS = 3_000;

function boundsOf(values: readonly number[]): [min: number, max: number] {
  const min = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const max = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const half = min === max ? Math.abs(min) / 2 || 1 : (max - min) * 0.04;
  return [min - half, max + half];
}

const isDrawn = (value: number | null | undefined): value is number => Number.isFinite(value);

/** Two columns of numbers as points. The axes have the names of the columns, with their units. */
export function Plot({ header, rows, numeric, style, axes, onAxes }: PlotProps) {
  const { x: columnX, y: columnY } = axes;
  const points = useMemo(() => {
    const found: Point[] = [];
    for (const row of rows) {
      const [x, y] = [columnX, columnY].map((column) => numberIn(row[column] ?? '', style));
      if (isDrawn(x) && isDrawn(y)) found.push({ x, y });
      if (found.length === MAX_POINTS) break;
    }
    return found;
  }, [rows, columnX, columnY, style]);
  return (
    <figure className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-4">
        <Axis
          label="Horizontal"
          value={columnX}
          onChange={(x) => onAxes({ ...axes, x })}
          header={header}
          numeric={numeric}
        />
        <Axis
          label="Vertical"
          value={columnY}
          onChange={(y) => onAxes({ ...axes, y })}
          header={header}
          numeric={numeric}
        />
      </div>
      {points.length === 0 ? (
        <p className="text-sm text-ink2">No row has a number in both columns.</p>
      ) : (
        <Chart points={points} nameX={header[columnX] ?? ''} nameY={header[columnY] ?? ''} />
      )}
    </figure>
  );
}

interface AxisProps extends Pick<PlotProps, 'header' | 'numeric'> {
  label: string;
  value: number;
  onChange: (column: number) => void;
}

function Axis({ label, value, onChange, header, numeric }: AxisProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {numeric.map((column) => (
          <option key={column} value={column}>
            {header[column]}
          </option>
        ))}
      </Select>
    </span>
  );
}

function Chart({ points, nameX, nameY }: { points: readonly Point[]; nameX: string; nameY: string }) {
  const [minX, maxX] = boundsOf(points.map(({ x }) => x));
  const [minY, maxY] = boundsOf(points.map(({ y }) => y));
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const placeX = (x: number) => MARGIN.left + ((x - minX) / (maxX - minX)) * (right - MARGIN.left);
  const placeY = (y: number) => bottom - ((y - minY) / (maxY - minY)) * (bottom - MARGIN.top);
  const range = (pick: (point: Point) => number) => {
    const values = points.map(pick);
    return `about ${shortNumber(Math.min(...values))} to ${shortNumber(Math.max(...values))}`;
  };
  const correlation = correlationOf(points);
  const description = `${points.length} points. ${nameX}: ${range(({ x }) => x)}. ${nameY}: ${range(({ y }) => y)}.${
    correlation === null ? '' : ` Correlation (Pearson): ${correlation.toFixed(2)}.`
  }`;
  return (
    <>
      <svg
        role="img"
        aria-label={`Plot of ${nameY} against ${nameX}. ${description}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full max-w-2xl text-[12px] max-sm:text-[21px]"
        fill="var(--ink2)"
      >
        {ticksOf(minX, maxX).map((tick) => (
          <g key={tick}>
            <line x1={placeX(tick)} x2={placeX(tick)} y1={MARGIN.top} y2={bottom} stroke="var(--line)" />
            <text x={placeX(tick)} y={bottom + 18} textAnchor="middle">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        {ticksOf(minY, maxY).map((tick) => (
          <g key={tick}>
            <line x1={MARGIN.left} x2={right} y1={placeY(tick)} y2={placeY(tick)} stroke="var(--line)" />
            <text x={MARGIN.left - 8} y={placeY(tick)} textAnchor="end" dominantBaseline="central">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        <path d={`M${MARGIN.left} ${MARGIN.top}V${bottom}H${right}`} fill="none" stroke="var(--ink2)" />
        <text x={(MARGIN.left + right) / 2} y={HEIGHT - 12} textAnchor="middle" fill="var(--ink)">
          {nameX.slice(0, 80)}
        </text>
        <text
          transform={`translate(16 ${(MARGIN.top + bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          fill="var(--ink)"
        >
          {nameY.slice(0, 50)}
        </text>
        {points.map(({ x, y }, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: points may be equal
            key={index}
            cx={placeX(x)}
            cy={placeY(y)}
            r={3}
            fill="var(--ink)"
            fillOpacity={0.6}
          />
        ))}
      </svg>
      <figcaption className="text-sm text-ink2">
        {description}
        {points.length === MAX_POINTS && ' Only the first points are drawn.'}
      </figcaption>
    </>
  );
}
