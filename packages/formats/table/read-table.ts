import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { Encoding } from '../text/encodings.ts';
import { readPlainText } from '../text/read-plain-text.ts';
import type { DelimitedTable } from './delimited-table.ts';
import type { DialectChoice } from './dialect.ts';
import { parseDelimited } from './parse-delimited.ts';

export interface TableOptions {
  /** What is absent is judged by the rows. */
  choice: DialectChoice;
  /** The separator that the name of the file tells. */
  likely?: string | undefined;
  encoding?: Encoding | undefined;
  /** Whether the body is the beginning of a file. */
  isCut: boolean;
}

/** A table whose values are one text: messages of hundred thousands of texts would keep the page waiting. */
export interface PackedTable extends Omit<DelimitedTable, 'rows'> {
  encoding: Encoding;
  isGuessed: boolean;
  text: string;
  /** Where each value ends in `text`. */
  ends: Uint32Array;
  /** Number of values of each row. */
  widths: Uint32Array;
}

/** Parses the table of a text file. Runs in a worker. Rejects with `UnreadableFileError` if the file is no text. */
export async function readTable(
  body: Blob,
  { choice, likely, encoding: chosen, isCut }: TableOptions,
): Promise<PackedTable> {
  const read = await readPlainText(body, { encoding: chosen, isCut });
  if (!read) throw new UnreadableFileError('This is not a text.');
  const { encoding, isGuessed } = read;
  return { ...packed(parseDelimited(read.text, { choice, likely })), encoding, isGuessed };
}

export function packed({ rows, ...table }: DelimitedTable): Omit<PackedTable, 'encoding' | 'isGuessed'> {
  const values = rows.flat();
  const ends = new Uint32Array(values.length);
  let end = 0;
  for (const [at, value] of values.entries()) {
    end += value.length;
    ends[at] = end;
  }
  return { ...table, text: values.join(''), ends, widths: Uint32Array.from(rows, ({ length }) => length) };
}
