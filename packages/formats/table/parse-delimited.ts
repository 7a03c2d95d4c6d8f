import { isNumber } from './numbers.ts';
import { wellOf } from './wells.ts';

export interface DelimitedTable {
  /** Names of the columns; `Column 1` and so on if the file has none. */
  header: string[];
  rows: string[][];
  hasHeader: boolean;
  /** Whether there are more than `maxRows` rows. */
  isCut: boolean;
  /** Whether there are more than `maxColumns` columns. */
  isNarrowed: boolean;
}

interface DelimitedOptions {
  /** Default: the most frequent one in the first line. */
  separator?: string | undefined;
  maxRows?: number;
  maxColumns?: number;
  maxCells?: number;
  /** Whether the first row names the columns. Default: judged by its values. */
  hasHeader?: boolean | undefined;
}

/**
 * Parses CSV and similar formats (RFC 4180: quotes, doubled quotes, line breaks within quotes). Reads at most `maxRows`
 * rows and `maxCells` values, and keeps at most `maxColumns` values of each row.
 */
export function parseDelimited(
  text: string,
  {
    separator = guessSeparator(text),
    maxRows = 20_000,
    maxColumns = 200,
    maxCells = 250_000,
    hasHeader,
  }: DelimitedOptions = {},
): DelimitedTable {
  const records: string[][] = [];
  let record: string[] = [];
  let isNarrowed = false;
  let cells = 0;
  let at = 0;
  const endRecord = () => {
    if (record.length > 1 || record[0] !== '') records.push(record);
    cells += record.length;
    record = [];
  };
  while (at < text.length && records.length <= maxRows && cells < maxCells) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null;
    const end = endOfField(text, quoted?.end ?? at, separator);
    if (record.length >= maxColumns) isNarrowed = true;
    else record.push(quoted ? quoted.value + text.slice(quoted.end, end) : text.slice(at, end));
    at = end + 1;
    const ending = text[end];
    if (ending === separator && at < text.length) continue;
    // A separator at the end of the text begins another value, a line break does not.
    if (ending === separator && record.length < maxColumns) record.push('');
    if (ending === '\r' && text[at] === '\n') at++;
    endRecord();
  }
  const isHeaded = hasHeader ?? looksHeaded(records);
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const names = isHeaded ? (records[0] ?? []) : [];
  const rows = isHeaded ? records.slice(1) : records;
  return {
    header: Array.from({ length: width }, (_, column) => names[column] ?? `Column ${column + 1}`),
    rows: rows.slice(0, maxRows),
    hasHeader: isHeaded,
    isCut: at < text.length || rows.length > maxRows,
    isNarrowed,
  };
}

/** A value between quotes, and the place after it. */
function quotedAt(text: string, start: number): { value: string; end: number } {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    parts.push(text.slice(at, quote < 0 ? text.length : quote));
    if (quote < 0) return { value: parts.join('"'), end: text.length };
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    at = quote + 2;
  }
}

function endOfField(text: string, from: number, separator: string): number {
  const wanted = separator.charCodeAt(0);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === wanted || code === 10 || code === 13) break;
  }
  return at;
}

/** The most frequent separator of the first line. */
export function guessSeparator(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t', '|'].map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator;
}

/** Rows that decide whether the first one is a header. */
const JUDGED_ROWS = 100;

/**
 * The first row is data if each column of numbers, or of wells, begins with such a value too. Numbers in equal steps
 * name columns, e.g. years.
 */
function looksHeaded([first = [], ...others]: string[][]): boolean {
  const judged = others.slice(0, JUDGED_ROWS);
  const columnsWhere = (test: (value: string) => boolean) =>
    first
      .map((_, column) => column)
      .filter((column) => {
        const values = judged.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
        return values.length > 0 && values.every(test);
      });
  const wells = columnsWhere((value) => wellOf(value) !== null);
  if (wells.length > 0) return !wells.every((column) => wellOf(first[column] ?? ''));
  const numeric = columnsWhere(isNumber);
  if (numeric.length === 0) return true;
  const values = numeric.map((column) => first[column] ?? '');
  if (!values.every(isNumber)) return true;
  const steps = values.slice(1).map((value, index) => Number(value) - Number(values[index]));
  return steps.length > 1 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
}
