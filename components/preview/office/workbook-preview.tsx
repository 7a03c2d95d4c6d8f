'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { columnName } from './column-name.ts';

const LONG_TEXT = 40;

/** The sheets of a workbook as tabs. */
const workbookPreview = (format: 'xls' | 'xlsx') =>
  function WorkbookPreview({ body, opensWith }: { body: Blob; opensWith: string }) {
    const [sheet, setSheet] = useState(0);
    return (
      <WithReading format={format} body={body} options={{ sheet }} opensWith={opensWith}>
        {(workbook) => (
          <Tabs
            label="Sheets"
            value={String(sheet)}
            onValueChange={(value) => setSheet(Number(value))}
            tabs={workbook.sheets.map(({ name, isHidden }, index) => ({
              value: String(index),
              label: `${visibleName(name) || `Sheet ${index + 1}`}${isHidden ? ' (hidden)' : ''}`,
              content:
                workbook.sheet === index ? <Sheet workbook={workbook} /> : <Skeleton className="h-64" />,
            }))}
          />
        )}
      </WithReading>
    );
  };

export const XlsPreview = workbookPreview('xls');
export const XlsxPreview = workbookPreview('xlsx');

function Sheet({ workbook }: { workbook: ModelOf<'xlsx'> }) {
  const { sheets, sheet, rows, rowCount, width, isNarrowed, isCut, hasFormulas } = workbook;
  if (rows.length === 0) return <EmptyState title="The sheet is empty" />;
  const columns = Array.from({ length: width }, (_, column) => column);
  const amount = (value: number) => value.toLocaleString('en');
  return (
    <div className="flex flex-col gap-2">
      <Table
        caption={`Sheet ${visibleName(sheets[sheet]?.name ?? '')}`}
        className="tabular w-auto [&_td]:border-r [&_td]:border-line [&_tr]:h-8"
        scroller={{ className: 'max-h-[var(--preview-height,70dvh)]', tabIndex: 0 }}
      >
        <TableHead>
          <HeaderCell>
            <span className="sr-only">Row</span>
          </HeaderCell>
          {columns.map((column) => (
            <HeaderCell key={column} className="text-center">
              {columnName(column)}
            </HeaderCell>
          ))}
        </TableHead>
        <tbody>
          {rows.map(({ number, cells, covered }, index) => {
            const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
            const isCovered = new Set(covered);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a damaged sheet may repeat a number
              <Row key={index}>
                <th
                  scope="row"
                  className="sticky left-0 border-r border-line bg-sheet px-2 text-right text-xs font-normal whitespace-nowrap text-ink2"
                >
                  {number}
                </th>
                {columns.map((column) => {
                  if (isCovered.has(column)) return null;
                  const { text = '', isNumber = false, span } = byColumn.get(column) ?? {};
                  return (
                    <Cell
                      key={column}
                      colSpan={span?.columns}
                      rowSpan={span?.rows}
                      className={cellClass(text, isNumber)}
                    >
                      {text}
                    </Cell>
                  );
                })}
              </Row>
            );
          })}
        </tbody>
      </Table>
      {rowCount > rows.length && (
        <CutNote>
          {isCut
            ? `The first ${amount(rows.length)} rows are shown.`
            : `The first ${amount(rows.length)} of ${amount(rowCount)} rows are shown.`}
        </CutNote>
      )}
      {isNarrowed && <CutNote>{`Columns after ${columnName(width - 1)} are not shown.`}</CutNote>}
      {hasFormulas && (
        <p className="text-sm text-ink2">Formulas show their saved results. Nothing is calculated here.</p>
      )}
    </div>
  );
}

function cellClass(text: string, isNumber: boolean): string {
  if (isNumber) return 'text-right whitespace-nowrap';
  return text.length > LONG_TEXT ? 'min-w-72 break-words whitespace-pre-line' : 'whitespace-pre';
}
