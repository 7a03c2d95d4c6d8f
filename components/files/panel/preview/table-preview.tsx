'use client';
import { useMemo, useState } from 'react';
import { CutNote } from './cut-note.tsx';
import { parseDelimited } from './parse-delimited.ts';
import { TableView } from './table/table-view.tsx';

interface TablePreviewProps {
  text: string;
  isCut: boolean;
  separator: string | undefined;
}

/** A table of a text file. */
export function TablePreview({ text, isCut, separator }: TablePreviewProps) {
  const [chosenHeader, setChosenHeader] = useState<boolean>();
  const table = useMemo(
    () => parseDelimited(text, { separator, hasHeader: chosenHeader }),
    [text, separator, chosenHeader],
  );
  // The last row of a truncated file may be incomplete.
  const all = useMemo(() => (isCut && !table.isCut ? table.rows.slice(0, -1) : table.rows), [isCut, table]);
  return (
    <div className="flex flex-col gap-4">
      <TableView header={table.header} rows={all}>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={table.hasHeader}
            onChange={(event) => setChosenHeader(event.target.checked)}
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
