'use client';
import type { Dialect } from '@labroom/formats/table/dialect';
import { ChartScatter } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { part } from '#components/ui/part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#components/ui/table.tsx';
import { useDrawn } from '#components/ui/use-drawn.ts';
import type { FileView } from '#lib/data-room/file-view.ts';
import { FilterField } from './filter-field.tsx';
import { Plate } from './plate.tsx';
import { wellColumn } from './plate-wells.ts';
import { filterRows, numericColumns, type Sorting, sortRows } from './table-rows.ts';

const Plot = part(async () => (await import('./plot.tsx')).Plot, { loading: <Skeleton className="h-64" /> });

interface TableViewProps {
  header: readonly string[];
  rows: readonly string[][];
  /** How the cells write numbers. */
  numbers?: Dialect['numbers'];
  /** What of the table is shown. Default: kept here. */
  choices?: TableChoices;
  onChoices?: (choices: TableChoices) => void;
  /** Further controls, next to the filter. */
  children?: ReactNode;
}

type TableChoices = Pick<FileView, 'filter' | 'plot'>;
type PlotAxes = NonNullable<FileView['plot']>;

const PLAIN: Dialect['numbers'] = { decimal: '.', thousands: '' };
const LONGEST_LINE = 40;
// More would slow down the page.
const MAX_ROWS = 500;
const MAX_CELLS = 20_000;
const MAX_CHARACTERS = 300_000;
const MAX_CELL_CHARACTERS = 1_000;
const MAX_NAME_CHARACTERS = 200;
/** Cells that are drawn together, and what they weigh. */
const CHUNK_CELLS = 300;
const CHUNK_WEIGHT = 250;
/** Columns that are drawn together. The first ones are more than a screen shows. */
const CHUNK_COLUMNS = 50;

/** Short values stay on one line. Long texts wrap, or one of them would make the whole table wide. */
function cellClass(value: string, isNumeric = false): string {
  if (isNumeric) return 'text-right whitespace-nowrap';
  return value.length > LONGEST_LINE ? 'min-w-120' : 'whitespace-nowrap';
}

/** A table that sorts, filters and plots its columns. A table of wells begins with its plate. */
export function TableView({
  header: names,
  rows: all,
  numbers: style = PLAIN,
  choices,
  onChoices,
  children,
}: TableViewProps) {
  const header = useMemo(() => names.map((name) => clipped(name, MAX_NAME_CHARACTERS)), [names]);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [own, setOwn] = useState<TableChoices>({});
  const { filter = '', plot } = choices ?? own;
  const choose = onChoices ?? setOwn;
  const wanted = useDeferredValue(filter);
  const width = header.length;
  const numeric = useMemo(() => numericColumns(width, all, style), [width, all, style]);
  const wells = useMemo(() => wellColumn(width, all), [width, all]);
  const rows = useMemo(
    () => sortRows(filterRows(all, wanted), sorting, sorting && numeric[sorting.column] ? style : null),
    [all, wanted, sorting, numeric, style],
  );
  const numbersOfRows = useMemo(() => new Map(all.map((row, at) => [row, at + 1])), [all]);
  const shown = useMemo(() => shownRows(rows, width), [rows, width]);
  const columns = Math.min(width, useDrawn(header, Math.ceil(width / CHUNK_COLUMNS)) * CHUNK_COLUMNS);
  const chunkRows = Math.max(1, Math.floor(CHUNK_CELLS / Math.max(1, width)));
  const drawn = useDrawn(shown, Math.ceil(shown.length / chunkRows), 1, CHUNK_WEIGHT) * chunkRows;
  if (width === 0) return <EmptyState title="The table is empty" />;
  const numbers = header.map((_, column) => column).filter((column) => numeric[column]);
  const sortBy = (column: number) =>
    setSorting((before) =>
      before?.column !== column
        ? { column, isDescending: false }
        : before.isDescending
          ? null
          : { column, isDescending: true },
    );
  return (
    <div className="flex flex-col gap-4">
      {wells !== null && numbers.length > 0 && (
        <Plate
          key={numbers.join()}
          header={header}
          rows={all}
          wells={wells}
          numeric={numbers}
          style={style}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterField value={filter} onChange={(text) => choose({ filter: text || undefined, plot })} />
        {children}
        {numbers.length > 0 && (
          <Button
            size="sm"
            aria-expanded={plot !== undefined}
            onClick={() => choose({ filter, plot: plot ? undefined : axesOf(numbers) })}
          >
            <ChartScatter aria-hidden className="size-4" />
            {plot ? 'Hide the plot' : 'Plot'}
          </Button>
        )}
      </div>
      {plot && numbers.length > 0 && (
        <Plot
          header={header}
          rows={rows}
          numeric={numbers}
          style={style}
          axes={axesOf(numbers, plot)}
          onAxes={(axes) => choose({ filter, plot: axes })}
        />
      )}
      <Sideways width={width}>
        {(scroller) => (
          <Table
            caption="Contents of the file"
            className="tabular"
            // Scrollable content must be reachable by keyboard.
            scroller={{ ref: scroller, className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}
          >
            <TableHead>
              {header.slice(0, columns).map((name, index) => (
                <HeaderCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
                  key={index}
                  className={numeric[index] ? 'text-right' : undefined}
                  sorted={
                    sorting?.column !== index ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
                  }
                  onSort={() => sortBy(index)}
                >
                  {name || `Column ${index + 1}`}
                </HeaderCell>
              ))}
            </TableHead>
            <tbody>
              {shown.slice(0, drawn).map((row, index) => (
                <DrawnRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
                  key={index}
                  row={row}
                  number={numbersOfRows.get(row)}
                  width={columns}
                  numeric={numeric}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Sideways>
      <p role="status" className="text-sm text-ink2">
        {rows.length === 0 && (all.length === 0 ? 'The table has no rows.' : 'No row matches the filter.')}
        {rows.length > shown.length &&
          `${shown.length} of ${rows.length.toLocaleString('en')} rows are shown.`}
      </p>
    </div>
  );
}

/** The chosen columns that have numbers, else the first ones that have. */
function axesOf(numbers: readonly number[], chosen?: PlotAxes): PlotAxes {
  const [first = 0, second = first] = numbers;
  const isNumeric = chosen && numbers.includes(chosen.x) && numbers.includes(chosen.y);
  return isNumeric ? chosen : { x: first, y: second };
}

/** The first rows, up to a bounded number of rows, cells and characters. */
function shownRows(rows: readonly string[][], width: number): readonly string[][] {
  const most = Math.min(MAX_ROWS, Math.max(20, Math.floor(MAX_CELLS / Math.max(1, width))));
  let characters = 0;
  let count = 0;
  for (; count < Math.min(most, rows.length) && characters <= MAX_CHARACTERS; count++)
    for (const value of rows[count] ?? []) characters += Math.min(value.length, MAX_CELL_CHARACTERS);
  return rows.slice(0, count);
}

const clipped = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)} …` : text);

interface DrawnRowProps {
  row: readonly string[];
  number: number | undefined;
  width: number;
  numeric: readonly boolean[];
}

const DrawnRow = memo(function DrawnRow({ row, number, width, numeric }: DrawnRowProps) {
  return (
    <Row data-row={number}>
      {Array.from({ length: width }, (_, column) => {
        const value = clipped(row[column] ?? '', MAX_CELL_CHARACTERS);
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
            key={column}
            data-column={column + 1}
            className={cellClass(value, numeric[column])}
          >
            {value}
          </Cell>
        );
      })}
    </Row>
  );
});

interface SidewaysProps {
  width: number;
  children: (scroller: React.RefObject<HTMLDivElement | null>) => React.ReactNode;
}

/** Says that a table is wider than its place, because browsers may hide scroll bars. */
function Sideways({ width, children }: SidewaysProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWider(box.scrollWidth > box.clientWidth + 1));
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="flex flex-col gap-1">
      {isWider && <p className="text-sm text-ink2">{`${width} columns. Scroll sideways to see all.`}</p>}
      <div className={isWider ? 'border-r-2 border-dashed border-edge' : undefined}>{children(scroller)}</div>
    </div>
  );
}
