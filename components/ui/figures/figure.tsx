import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../table.tsx';

/** The values behind a figure. The first column names the row. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

interface FigureProps {
  /** Position among the figures of the page, shown as "Fig. 1". */
  number?: number;
  title: string;
  /** What is counted or measured, and over what time, e.g. `files per week`. */
  unit: string;
  /** What to see, in one sentence. */
  sentence: ReactNode;
  legend?: ReactNode;
  table: FigureTable;
  heading?: 'h2' | 'h3' | 'h4';
  className?: string;
  /** The drawing. Hidden from screen readers, which get the sentence and the table. */
  children: ReactNode;
}

/** A drawing with its title, unit and one sentence on what to see, and its values as a table behind it. */
export function Figure(props: FigureProps) {
  const {
    number,
    title,
    unit,
    sentence,
    legend,
    table,
    heading: Heading = 'h3',
    className,
    children,
  } = props;
  return (
    <figure className={classNames('figure flex min-w-0 flex-col border-t border-ink pt-3', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Heading className="text-lg">
          {number !== undefined && <i className="mr-2 text-ink2">Fig. {number}</i>}
          {title}
          <span className="font-sans text-sm tracking-normal text-ink2 max-sm:block sm:ml-3">{unit}</span>
        </Heading>
        {legend}
      </div>
      <div aria-hidden className="mt-5">
        {children}
      </div>
      <figcaption className="mt-3 max-w-[46rem] text-sm text-ink2">{sentence}</figcaption>
      <FigureNumbers title={title} table={table} />
    </figure>
  );
}

function FigureNumbers({ title, table: { columns, rows } }: { title: string; table: FigureTable }) {
  return (
    <details className="mt-1 text-sm text-ink2 print:hidden">
      <summary className="w-fit rounded underline decoration-line underline-offset-3 hover:decoration-current">
        Show as a table
      </summary>
      <Table
        caption={title}
        className="tabular mt-2 w-auto min-w-64 text-ink"
        scroller={{
          className: 'max-h-80',
          tabIndex: 0,
          role: 'region',
          'aria-label': `${title}, as a table`,
        }}
      >
        <TableHead>
          {columns.map((column) => (
            <HeaderCell key={column} className="not-first:text-right">
              {column}
            </HeaderCell>
          ))}
        </TableHead>
        <tbody>
          {rows.map(([name, ...values], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <Row key={row} className="h-8">
              <th scope="row" className="pr-6 text-left font-normal">
                {name}
              </th>
              {values.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
                <Cell key={column} className="text-right">
                  {value}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
