import type { Dialect } from './dialect.ts';

/** The rows of a text, and how they were read. */
export interface DelimitedTable {
  /** Names of the columns; `Column 1` and so on if the file has none. */
  header: string[];
  rows: string[][];
  /** How the text was read. */
  dialect: Dialect;
  /** Lines before or between the rows that are no rows, as they are in the file: the first 100. */
  comments: string[];
  /** Where the first row begins, that of the names included: after a title, settings and comments. */
  start: number;
  /** The row, from 1, with the first quote that never ends. It is shown as a character. */
  openQuote: number | null;
  /** Whether there are more than `maxRows` rows. */
  isCut: boolean;
  /** Whether there are more than `maxColumns` columns. */
  isNarrowed: boolean;
}
