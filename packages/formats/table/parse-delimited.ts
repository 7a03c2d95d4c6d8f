import type { DelimitedTable } from './delimited-table.ts';
import type { DialectChoice } from './dialect.ts';
import { judgeLayout, separatorLine } from './judge-dialect.ts';
import { judgeNumbers } from './judge-numbers.ts';
import { leadOf } from './lead.ts';
import { looksHeaded } from './looks-headed.ts';
import { type RecordOptions, readRecords } from './read-records.ts';

interface DelimitedOptions {
  /** What is absent is judged by the first rows. */
  choice?: DialectChoice;
  /** The separator that the name of the file tells. It is taken if the rows do not contradict it. */
  likely?: string | undefined;
  /** Whether quotes are read as `compare/row-index.ts` does. */
  hasStrictQuotes?: boolean;
  maxRows?: number;
  maxColumns?: number;
  maxCells?: number;
}

/** Values by which the sign of decimals is judged. */
const JUDGED_CELLS = 20_000;
/** Rows by which names are put above their columns. */
const JUDGED_ROWS = 100;
const [MAX_COMMENTS, MAX_NAMES] = [100, 1_000];

/**
 * Parses CSV and its kin. Separator, quotes, comments, header and the way that numbers are written are judged over the rows, and told in the
 * model. Reads at most `maxRows` rows and `maxCells` values, and keeps at most `maxColumns` values of each row.
 */
export function parseDelimited(
  text: string,
  {
    choice = {},
    likely,
    hasStrictQuotes = false,
    maxRows = 20_000,
    maxColumns = 200,
    maxCells = 250_000,
  }: DelimitedOptions = {},
): DelimitedTable {
  const layout = judgeLayout(text, choice, likely);
  const options = { ...layout, hasStrictQuotes, maxRows: maxRows + 1, maxColumns, maxCells };
  const begin = hasStrictQuotes ? 0 : (separatorLine(text)?.end ?? 0);
  const all = readRecords(text, { ...options, start: begin });
  const judgedNumbers = (records: string[][]) =>
    choice.numbers ??
    judgeNumbers(records.slice(0, JUDGED_CELLS).flat().slice(0, JUDGED_CELLS), layout.separator);
  const skipsNone = hasStrictQuotes || choice.comment === '';
  const start =
    all.starts[skipsNone ? 0 : leadOf(all.records, judgedNumbers(all.records.slice(0, JUDGED_ROWS)))] ??
    begin;
  const isLed = start > (all.starts[0] ?? begin);
  const { records, comments, starts, openQuote, end, isNarrowed } = isLed
    ? readRecords(text, { ...options, start })
    : all;
  const numbers = judgedNumbers(records);
  const isHeaded = choice.hasHeader ?? looksHeaded(records, numbers);
  const marked =
    isHeaded || choice.hasHeader === false ? null : markedNames(text.slice(begin, start), layout, records);
  const hasHeader = isHeaded || marked !== null;
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const rows = isHeaded ? records.slice(1) : records;
  const names =
    marked?.names ?? (isHeaded ? alignedNames(records[0] ?? [], hasStrictQuotes ? [] : rows) : []);
  const before = isLed ? linesOf(text.slice(begin, start)) : [];
  return {
    header: Array.from({ length: width }, (_, column) => names[column] ?? `Column ${column + 1}`),
    rows: rows.slice(0, maxRows),
    dialect: { ...layout, numbers, hasHeader },
    comments: [...before, ...comments].filter((line) => line !== marked?.line).slice(0, MAX_COMMENTS),
    start: starts[0] ?? start,
    openQuote: openQuote === null ? null : openQuote + 1,
    isCut: end < text.length || rows.length > maxRows,
    isNarrowed,
  };
}

/** The names of the columns. R and others write none for the names of the rows. */
function alignedNames(names: string[], rows: readonly string[][]): string[] {
  const judged = rows.slice(0, JUDGED_ROWS);
  const areLonger = judged.length > 1 && judged.every(({ length }) => length === names.length + 1);
  const keys = new Set(judged.map(([key = '']) => key));
  const areNamed = keys.size === judged.length && !keys.has('');
  return areLonger && areNamed && judged.some((row) => row.at(-1) !== '') ? ['', ...names] : names;
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');

/** The names of the columns in the last comment before rows that have none: as many as the rows have values. */
function markedNames(
  before: string,
  layout: Omit<RecordOptions, 'maxRows' | 'maxColumns' | 'maxCells'>,
  records: string[][],
): { names: string[]; line: string } | null {
  const line = linesOf(before).at(-1);
  if (layout.comment === '' || !line?.startsWith(layout.comment)) return null;
  const written = layout.separator === ' ' ? line.slice(layout.comment.length) : line;
  const limits = { maxRows: 1, maxColumns: MAX_NAMES, maxCells: MAX_NAMES };
  const [names = []] = readRecords(written, { ...layout, ...limits, comment: '' }).records;
  return names.length > 1 && names.length === records[0]?.length ? { names, line } : null;
}
