import { createHash } from 'node:crypto';
import { parseDelimited } from '@labroom/formats/table/parse-delimited.ts';
import { readRecords } from '@labroom/formats/table/read-records.ts';
import { readPlainText } from '@labroom/formats/text/read-plain-text.ts';
import type { Annotated } from './sets.ts';

/** What the preview of a long table reads. */
const SHOWN = 2_000_000;
const COMPARED = { maxRows: 2_000, maxColumns: 500, maxCells: 100_000 };
/** No text has it, so that nothing is between quotes. */
const NO_QUOTE = '\0';

/** What is compared with an annotation. `values`: the quotes and escapes of both lead to the same values. */
export const parts = ['separator', 'values', 'header', 'rows', 'lines before'] as const;

export interface Judged {
  set: string;
  name: string;
  /** Of two halves of each set, by the hash of the name: only files of the first were looked at while the judgement was made. */
  half: 1 | 2;
  /** Whether each part is right. A part that is not annotated is absent. */
  right: Partial<Record<(typeof parts)[number], boolean>>;
  /** How the file was read. */
  said: string;
}

/** Opens a file as its preview does, and compares what is judged with what is annotated. */
export async function judgedOf(file: Annotated): Promise<Judged> {
  const body = new Blob([new Uint8Array(file.bytes)]);
  const read = await readPlainText(body.slice(0, SHOWN), { isCut: body.size > SHOWN });
  const text = read?.text ?? '';
  const table = parseDelimited(text, { likely: /\.tsv$/i.test(file.name) ? '\t' : undefined });
  const { separator, quote, hasBackslashes, hasSpaces, comment, hasHeader } = table.dialect;
  const right: Judged['right'] = {};
  // Annotations of several signs are a separator and spaces.
  const wanted = file.separator?.trim() || file.separator;
  if (wanted !== undefined) {
    right.separator = separator === wanted;
    const valuesOf = (sign: string, quoted: string, escapes: boolean) =>
      JSON.stringify(
        readRecords(text, {
          separator: sign,
          quote: (quoted || NO_QUOTE) as '"',
          hasBackslashes: escapes,
          hasSpaces,
          comment,
          ...COMPARED,
        }).records,
      );
    right.values =
      valuesOf(separator, quote, hasBackslashes) ===
      valuesOf(wanted, file.quote ?? '"', file.hasBackslashes ?? false);
  }
  if (file.hasHeader !== undefined) right.header = hasHeader === file.hasHeader;
  if (file.preamble !== undefined) right['lines before'] = table.comments.length === file.preamble;
  if (file.rows) right.rows = JSON.stringify(file.rows) === JSON.stringify([table.header, ...table.rows]);
  return {
    set: file.set,
    name: file.name,
    half: (createHash('sha256').update(file.name).digest()[0] ?? 0) % 2 === 0 ? 1 : 2,
    right,
    said: `${JSON.stringify(separator)} ${quote} ${hasHeader ? 'header' : 'no header'} ${table.header.length} × ${table.rows.length}`,
  };
}
