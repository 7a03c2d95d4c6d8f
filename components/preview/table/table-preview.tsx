'use client';
import { parseDelimited } from '@labroom/formats/table/parse-delimited';
import { unpacked } from '@labroom/formats/table/unpacked-table';
import { useMemo } from 'react';
import { dialectKey, readFileView } from '#lib/data-room/file-view.ts';
import type { BlobText } from '#lib/download/first-file.ts';
import { CutNote } from '../parts/cut-note.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { WithReading } from '../reading/with-reading.tsx';
import { DialectChoiceForm, type TextEncoding } from './dialect-choice.tsx';
import { TableView } from './table-view.tsx';

interface TablePreviewProps extends ViewProps {
  text: BlobText;
  /** The separator that the name of the file tells. */
  likely: string | undefined;
}

/** A table of a short text file, which is parsed at once, on the server too. */
export function TablePreview({ text, likely, view, onView }: TablePreviewProps) {
  const dialect = dialectKey(view);
  const table = useMemo(() => {
    const choice = readFileView(new URLSearchParams(dialect))?.table ?? {};
    return parseDelimited(text.text, { choice, likely });
  }, [text, likely, dialect]);
  return <ParsedTable table={table} isCut={text.isCut} read={text} view={view} onView={onView} />;
}

interface LongTablePreviewProps extends ViewProps {
  body: Blob;
  isCut: boolean;
  likely: string | undefined;
  opensWith: string;
}

/** A table of a text file, parsed in a worker. */
export function LongTablePreview({ body, isCut, likely, opensWith, view, onView }: LongTablePreviewProps) {
  const options = { choice: view.table, encoding: view.encoding, likely, isCut };
  return (
    <WithReading format="table" body={body} options={options} opensWith={opensWith}>
      {(packed) => <Unpacked packed={packed} isCut={isCut} view={view} onView={onView} />}
    </WithReading>
  );
}

interface UnpackedProps extends ViewProps {
  packed: Parameters<typeof unpacked>[0] & TextEncoding;
  isCut: boolean;
}

function Unpacked({ packed, ...shown }: UnpackedProps) {
  const table = useMemo(() => unpacked(packed), [packed]);
  return <ParsedTable table={table} read={packed} {...shown} />;
}

interface ParsedTableProps extends ViewProps {
  table: ReturnType<typeof parseDelimited>;
  isCut: boolean;
  read: TextEncoding;
}

function ParsedTable({ table, isCut, read, view, onView }: ParsedTableProps) {
  // The last row of a truncated file may be incomplete.
  const all = useMemo(() => (isCut && !table.isCut ? table.rows.slice(0, -1) : table.rows), [isCut, table]);
  const { dialect, comments, openQuote } = table;
  return (
    <div className="flex flex-col gap-4">
      {comments.length > 0 && (
        <pre className="max-h-40 overflow-auto border-l-2 border-line pl-3 text-xs whitespace-pre-wrap text-ink2">
          {comments.join('\n').slice(0, MAX_COMMENT_CHARACTERS)}
        </pre>
      )}
      <TableView
        header={table.header}
        rows={all}
        numbers={dialect.numbers}
        choices={view}
        onChoices={(choices) => onView({ ...view, ...choices })}
      >
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={dialect.hasHeader}
            onChange={(event) =>
              onView({ ...view, table: { ...view.table, hasHeader: event.target.checked } })
            }
          />
          The first row is a header
        </label>
      </TableView>
      <DialectChoiceForm
        dialect={dialect}
        hasComments={comments.length > 0}
        encoding={read.encoding}
        isGuessed={read.isGuessed}
        view={view}
        onView={onView}
      />
      {openQuote !== null && (
        <CutNote>
          {`A quote in row ${openQuote.toLocaleString('en')} of the file never ends. It is shown as it is; the rows after it may be parted in other places than their author meant.`}
        </CutNote>
      )}
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

const MAX_COMMENT_CHARACTERS = 5_000;
