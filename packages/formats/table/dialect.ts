import type { NumberStyle } from './number-style.ts';

/** How a text stands for a table. */
export interface Dialect {
  /** One character between values. Spaces in a row count as one. */
  separator: string;
  /** Around values that contain a separator, a line break or the sign itself, which is doubled within. */
  quote: '"' | "'";
  /** Whether `\"` within quotes is a quote. */
  hasBackslashes: boolean;
  /** Whether spaces before a quote belong to no value. */
  hasSpaces: boolean;
  numbers: NumberStyle;
  /** What lines begin with that are no rows; `''` if there are none. */
  comment: string;
  /** Whether the first row names the columns. */
  hasHeader: boolean;
}

/** What a person chose. What is absent is judged by the rows. */
export type DialectChoice = { [Part in keyof Dialect]?: Dialect[Part] | undefined };
