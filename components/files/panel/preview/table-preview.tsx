'use client';
import { useMemo } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#components/ui/table.tsx';
import { CutNote } from './cut-note.tsx';
import { type DelimitedTable, parseDelimited } from './parse-delimited.ts';

interface TablePreviewProps {
  text: string;
  isCut: boolean;
  separator: string | undefined;
}

/** Right-aligns columns that contain only numbers, so that digits line up. */
function numericColumns({ header, rows }: DelimitedTable): boolean[] {
  return header.map((_, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
    return values.length > 0 && values.every(isNumber);
  });
}

const LONGEST_LINE = 40;
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Short values stay on one line. Long texts wrap, or one of them would make the whole table wide. */
function cellClass(value: string, isNumeric = false): string {
  if (isNumeric) return 'text-right whitespace-nowrap';
  return value.length > LONGEST_LINE ? 'min-w-120' : 'whitespace-nowrap';
}

export function TablePreview({ text, isCut, separator }: TablePreviewProps) {
  const table = useMemo(() => parseDelimited(text, separator), [text, separator]);
  const numeric = useMemo(() => numericColumns(table), [table]);
  if (table.header.length === 0) return <EmptyState title="The table is empty" />;
  // The last row of a truncated file may be incomplete.
  const rows = isCut && !table.isCut ? table.rows.slice(0, -1) : table.rows;
  return (
    <div className="flex flex-col gap-2">
      <Table
        caption="Contents of the file"
        className="tabular"
        // Scrollable content must be reachable by keyboard.
        scroller={{ className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}
      >
        <TableHead>
          {table.header.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
            <HeaderCell key={index} className={numeric[index] ? 'text-right' : undefined}>
              {name}
            </HeaderCell>
          ))}
        </TableHead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
            <Row key={index}>
              {table.header.map((_, column) => {
                const value = row[column] ?? '';
                return (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
                    key={column}
                    className={cellClass(value, numeric[column])}
                  >
                    {value}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </tbody>
      </Table>
      {(isCut || table.isCut) && (
        <CutNote>{`The first ${rows.length} rows are shown. Download the file to see all of them.`}</CutNote>
      )}
    </div>
  );
}
