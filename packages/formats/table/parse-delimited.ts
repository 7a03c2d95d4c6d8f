import type { DelimitedTable } from './delimited-table.ts';
import type { DialectChoice } from './dialect.ts';
import { judgeLayout, separatorLine } from './judge-dialect.ts';
import { judgeNumbers } from './judge-numbers.ts';
import { looksHeaded } from './looks-headed.ts';
import { readRecords } from './read-records.ts';

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
  const { records, comments, openQuote, end, isNarrowed } = readRecords(text, {
    ...layout,
    hasStrictQuotes,
    maxRows: maxRows + 1,
    maxColumns,
    maxCells,
    start: hasStrictQuotes ? 0 : (separatorLine(text)?.end ?? 0),
  });
  const numbers =
    choice.numbers ??
    judgeNumbers(records.slice(0, JUDGED_CELLS).flat().slice(0, JUDGED_CELLS), layout.separator);
  const hasHeader = choice.hasHeader ?? looksHeaded(records, numbers);
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const names = hasHeader ? (records[0] ?? []) : [];
  const rows = hasHeader ? records.slice(1) : records;
  return {
    header: Array.from({ length: width }, (_, column) => names[column] ?? `Column ${column + 1}`),
    rows: rows.slice(0, maxRows),
    dialect: { ...layout, numbers, hasHeader },
    comments,
    openQuote: openQuote === null ? null : openQuote + 1,
    isCut: end < text.length || rows.length > maxRows,
    isNarrowed,
  };
}
