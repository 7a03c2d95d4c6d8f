'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { Cell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { readingPreview } from '../reading/with-reading.tsx';
import { TableView } from '../table/table-view.tsx';

const amount = (value: number) => value.toLocaleString('en');

export const ParquetPreview = readingPreview('parquet', (table) => (
  <StoredTable
    table={table}
    facts={[
      ['Row groups', amount(table.rowGroups)],
      ['Compression', table.codecs.join(', ').toLowerCase() || null],
      ['Written by', table.createdBy && visibleName(table.createdBy)],
    ]}
  />
));

export const ArrowPreview = readingPreview('arrow', (table) => (
  <StoredTable
    table={table}
    facts={[
      ['Format', table.format],
      ['Record batches', amount(table.batches)],
    ]}
  />
));

interface StoredTableProps {
  table: Pick<ModelOf<'parquet'>, 'rowCount' | 'columns' | 'header' | 'rows'>;
  facts: readonly (readonly [term: string, value: string | null])[];
}

/** A table that is stored column by column, with the types of its values. */
function StoredTable({ table: { rowCount, columns, header, rows }, facts }: StoredTableProps) {
  return (
    <div className="flex flex-col gap-4">
      <Facts facts={[['Rows', amount(rowCount)], ['Columns', amount(columns.length)], ...facts]} />
      <details>
        <summary className="text-sm">Schema: names and types of the columns</summary>
        <Table caption="Schema" scroller={{ className: 'max-h-96', tabIndex: 0 }}>
          <TableHead names={['Column', 'Type', 'Values']} />
          <tbody>
            {columns.map(({ name, type, isNullable }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of Arrow may share a name
              <Row key={index}>
                <Cell className="break-all">{visibleName(name)}</Cell>
                <Cell>{type}</Cell>
                <Cell>{isNullable ? 'may be missing' : 'required'}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
      <TableView header={header} rows={rows} />
      {rowCount > rows.length && (
        <CutNote>
          {`The first ${amount(rows.length)} of ${amount(rowCount)} rows are read. Download the file to see all of them.`}
        </CutNote>
      )}
      {columns.length > header.length && (
        <CutNote>
          {`The values of the first ${header.length} columns are read. Download the file to see all of them.`}
        </CutNote>
      )}
    </div>
  );
}
