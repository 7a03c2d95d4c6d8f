'use client';
import type { Dialect } from '@labroom/formats/table/dialect';
import { useMemo, useState } from 'react';
import { Select } from '#components/ui/select.tsx';
import { shortNumber } from '../parts/short-number.ts';
import { nameOfWell, plateOf } from './plate-wells.ts';

interface PlateProps {
  header: readonly string[];
  rows: readonly string[][];
  /** Column of the wells. */
  wells: number;
  /** Columns of numbers, at least one. */
  numeric: readonly number[];
  style: Dialect['numbers'];
}

const CELL = 30;

/** A table of wells as its plate: the darker a well, the higher its value. The table below has the same values. */
export function Plate({ header, rows, wells, numeric, style }: PlateProps) {
  const [chosen, setChosen] = useState(numeric[0] ?? 0);
  const plate = useMemo(() => plateOf(rows, { wells, values: chosen }, style), [rows, wells, chosen, style]);
  const all = [...plate.values];
  const values = all.map(([, value]) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const wellWith = (wanted: number) => all.find(([, value]) => value === wanted)?.[0];
  const name = header[chosen] ?? '';
  const description =
    values.length === 0
      ? `${name} has no values on this plate.`
      : `${name}${plate.isMean ? ', mean of each well' : ''}: ${values.length} of ${plate.rows * plate.columns} wells, from about ${shortNumber(min)} (${wellWith(min)}) to ${shortNumber(max)} (${wellWith(max)}).`;
  const places = Array.from({ length: plate.rows * plate.columns }, (_, index) => ({
    row: Math.floor(index / plate.columns),
    column: index % plate.columns,
  }));
  const centre = (index: number) => (index + 1.5) * CELL;
  return (
    <figure className="flex flex-col gap-2">
      {numeric.length > 1 && (
        <Select
          aria-label="Values on the plate"
          className="self-start"
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {numeric.map((column) => (
            <option key={column} value={column}>
              {header[column]}
            </option>
          ))}
        </Select>
      )}
      <svg
        role="img"
        aria-label={`Plate of ${plate.rows * plate.columns} wells. ${description}`}
        viewBox={`0 0 ${(plate.columns + 1) * CELL + 2} ${(plate.rows + 1) * CELL + 2}`}
        className="w-full max-w-2xl"
      >
        <g fontSize={11} textAnchor="middle" dominantBaseline="central" fill="var(--ink2)">
          {Array.from({ length: plate.columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places do not move
            <text key={column} x={centre(column)} y={CELL / 2}>
              {column + 1}
            </text>
          ))}
          {Array.from({ length: plate.rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places do not move
            <text key={row} x={CELL / 2} y={centre(row)}>
              {String.fromCharCode(65 + row)}
            </text>
          ))}
        </g>
        {places.map((well) => {
          const label = nameOfWell(well);
          const value = plate.values.get(label);
          const share = value === undefined ? 0 : max === min ? 0.5 : (value - min) / (max - min);
          return (
            <circle
              key={label}
              cx={centre(well.column)}
              cy={centre(well.row)}
              r={CELL / 2 - 2}
              fill="var(--ink)"
              fillOpacity={value === undefined ? 0 : 0.06 + 0.9 * share}
              stroke="var(--edge)"
              strokeDasharray={value === undefined ? '2 3' : undefined}
            >
              <title>{`${label}: ${value === undefined ? 'no value' : `about ${shortNumber(value)}`}`}</title>
            </circle>
          );
        })}
      </svg>
      <figcaption className="text-sm text-ink2">{description}</figcaption>
    </figure>
  );
}
