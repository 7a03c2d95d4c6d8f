import { useId } from 'react';
import { type Fill, paintOf, TextureDefs } from './fills.tsx';
import { Plot } from './plot.tsx';
import { percent, type Tick } from './positions.ts';
import { countScale } from './scales.ts';

export interface Column {
  /** Shown on hover. */
  title: string;
  /** One value per series, from the bottom. */
  values: readonly number[];
}

interface ColumnsProps {
  columns: readonly Column[];
  /** The fill of each series, from the bottom. */
  fills: readonly Fill[];
  times: readonly Tick[];
  height?: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Stacked columns, one for each period of time. */
export function Columns({ columns, fills, times, height = 148 }: ColumnsProps) {
  const id = useId();
  const { top, ticks } = countScale(columns.map(({ values }) => sum(values)));
  return (
    <Plot height={height} values={ticks} times={times}>
      <TextureDefs fills={fills} id={id} />
      {columns.map(({ title, values }, position) => {
        if (sum(values) === 0) return null;
        return (
          <g key={title} className="hover:opacity-75">
            <title>{title}</title>
            <Stack
              values={values.map((value) => (value / top) * height)}
              paints={fills.map((fill) => paintOf(fill, id))}
              x={percent((position + 0.13) / columns.length)}
              width={percent(0.74 / columns.length)}
              bottom={height}
            />
          </g>
        );
      })}
    </Plot>
  );
}

interface StackProps {
  /** Heights in pixels, from the bottom. */
  values: readonly number[];
  paints: readonly string[];
  x: string;
  width: string;
  bottom: number;
}

/** Filled pieces on top of each other, one pixel apart. A value above zero is at least two pixels high. */
function Stack({ values, paints, x, width, bottom }: StackProps) {
  let y = bottom;
  return values.map((value, position) => {
    if (value <= 0) return null;
    const height = Math.max(2, value - (y < bottom ? 1 : 0));
    const gap = y < bottom ? 1 : 0;
    y -= height + gap;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: one piece per series
      <rect key={position} x={x} width={width} y={y} height={height} fill={paints[position]} />
    );
  });
}
