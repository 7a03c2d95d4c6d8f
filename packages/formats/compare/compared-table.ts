import { parseDelimited } from '../table/parse-delimited.ts';
import type { ComparedDialect } from './comparison.ts';
import { lengthOfMark } from './row-index.ts';

const SAMPLE_BYTES = 256 * 1024;
/** Also of the names of columns. */
export const MAX_ROW_BYTES = 2_000_000;
export const MAX_COLUMNS = 100_000;
const MAX_ROWS = 1_000;

/** What `row-index.ts` knows of layouts. */
export const layoutOfBytes = { quote: '"', hasBackslashes: false, hasSpaces: false, comment: '' } as const;

/** One version of a table. */
export interface ComparedTable {
  /** The rows, without what is before them. */
  body: Blob;
  /** The lines before the first row: a title, settings, comments. */
  lead: string[];
  separator: string;
  /** Names of the columns, in their order. */
  header: string[];
  /** Whether the first row names the columns. */
  hasHeader: boolean;
  sample: string[][];
}

/** Opens a table in UTF-8, and parts its rows from the lines before them. */
export async function openTable(file: Blob, choice: ComparedDialect): Promise<ComparedTable> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  // Rows are parted at single bytes.
  const separator =
    choice.separator !== undefined && choice.separator <= '\x7f' ? choice.separator : undefined;
  const judged = parseDelimited(text, {
    choice: { ...layoutOfBytes, comment: undefined, separator, hasHeader: choice.hasHeader },
    maxRows: MAX_ROWS,
    maxColumns: MAX_COLUMNS,
  });
  const lead = text.slice(0, judged.start);
  const leadBytes = lengthOfMark(bytes) + new TextEncoder().encode(lead).length;
  // Bytes that are no UTF-8 have another length than what is shown of them.
  const isExact = new TextDecoder().decode(bytes.subarray(0, leadBytes)) === lead;
  const from = isExact && lead !== '' ? leadBytes : 0;
  const body = file.slice(from);
  const parsed = parseDelimited(await headOf(body, text.slice(from === 0 ? 0 : judged.start)), {
    choice: { ...layoutOfBytes, separator: judged.dialect.separator, hasHeader: choice.hasHeader },
    hasStrictQuotes: true,
    maxRows: MAX_ROWS,
    maxColumns: MAX_COLUMNS,
  });
  // The names may be in a comment before the rows, or lack that of the first column.
  const isNamed = judged.dialect.hasHeader && judged.header.length === parsed.header.length;
  return {
    body,
    lead: from === 0 || lead.trim() === '' ? [] : lead.split(/\r\n|\r|\n/).slice(0, -1),
    separator: judged.dialect.separator,
    header: (isNamed ? judged.header : parsed.header).map((name, at) => name || `Column ${at + 1}`),
    hasHeader: parsed.dialect.hasHeader,
    // The last row of the sample may be cut.
    sample: file.size > SAMPLE_BYTES ? parsed.rows.slice(0, -1) : parsed.rows,
  };
}

/** A text with at least the first row. */
async function headOf(body: Blob, text: string): Promise<string> {
  return /[\r\n]/.test(text) ? text : await body.slice(0, MAX_ROW_BYTES).text();
}
