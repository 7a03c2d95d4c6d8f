'use client';
import { unpacked } from '@labroom/formats/table/packed-table';
import { type DelimitedTable, parseDelimited } from '@labroom/formats/table/parse-delimited';
import { useMemo, useState } from 'react';
import { CutNote } from '../parts/cut-note.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { TableView } from './table-view.tsx';

interface TablePreviewProps {
  text: string;
  isCut: boolean;
  separator: string | undefined;
}

/** A table of a short text file, which is parsed at once, on the server too. */
export function TablePreview({ text, isCut, separator }: TablePreviewProps) {
  const [chosenHeader, setChosenHeader] = useState<boolean>();
  const table = useMemo(
    () => parseDelimited(text, { separator, hasHeader: chosenHeader }),
    [text, separator, chosenHeader],
  );
  return <ParsedTable table={table} isCut={isCut} onChooseHeader={setChosenHeader} />;
}

interface LongTablePreviewProps {
  body: Blob;
  isCut: boolean;
  separator: string | undefined;
  opensWith: string;
}

/** A table of a text file, parsed in a worker. */
export function LongTablePreview({ body, isCut, separator, opensWith }: LongTablePreviewProps) {
  const [chosenHeader, setChosenHeader] = useState<boolean>();
  const options = { separator: separator ?? null, hasHeader: chosenHeader ?? null };
  return (
    <WithReading format="table" body={body} options={options} opensWith={opensWith}>
      {(packed) => <Unpacked packed={packed} isCut={isCut} onChooseHeader={setChosenHeader} />}
    </WithReading>
  );
}

interface ShownTableProps {
  isCut: boolean;
  onChooseHeader: (hasHeader: boolean) => void;
}

function Unpacked({ packed, ...shown }: ShownTableProps & { packed: Parameters<typeof unpacked>[0] }) {
  const table = useMemo(() => unpacked(packed), [packed]);
  return <ParsedTable table={table} {...shown} />;
}

function ParsedTable({ table, isCut, onChooseHeader }: ShownTableProps & { table: DelimitedTable }) {
  // The last row of a truncated file may be incomplete.
  const all = useMemo(() => (isCut && !table.isCut ? table.rows.slice(0, -1) : table.rows), [isCut, table]);
  return (
    <div className="flex flex-col gap-4">
      <TableView header={table.header} rows={all}>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={table.hasHeader}
            onChange={(event) => onChooseHeader(event.target.checked)}
          />
          The first row is a header
        </label>
      </TableView>
      {(isCut || table.isCut) && (
        <CutNote>
          {`The first ${all.length.toLocaleString('en')} rows are read. Download the file to see all of them.`}
        </CutNote>
      )}
      {table.isNarrowed && (
        <CutNote>
          {`The first ${table.header.length} columns are shown. Download the file to see all of them.`}
        </CutNote>
      )}
    </div>
  );
}
