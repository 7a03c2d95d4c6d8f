import type { DialectChoice } from '../table/dialect.ts';
import type { Encoding } from '../text/encodings.ts';

/** Part of a line. */
export interface Piece {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** A line of one version, or of both. */
export interface ComparedLine {
  kind: Piece['kind'];
  pieces: Piece[];
}

/** A place of the file where the versions differ. */
export interface Change {
  /** For example `Line 12` or `Row 7, id = S-7`. */
  place: string;
  lines: ComparedLine[];
}

export interface Comparison {
  /** For example `3 words in 2 places`. */
  summary: string;
  /** Limits of the comparison, as sentences. */
  notes: string[];
  changes: Change[];
}

/** Formats whose comparison is a list of changes. */
export type ListedFormat = 'text' | 'table' | 'json' | 'notebook' | 'pdf';
/** Formats whose content is compared. */
export type ComparedFormat = ListedFormat | 'image';

export interface ComparisonOptions {
  format: ListedFormat;
  /** The earlier content. */
  former: Blob;
  /** Default: judged by the bytes of each version. */
  encoding?: Encoding | undefined;
  /** How tables are parted. What is absent is judged by their rows. */
  table?: ComparedDialect;
}

/** What of a dialect a comparison takes: it reads rows as bytes, with double quotes alone. */
export type ComparedDialect = Pick<DialectChoice, 'separator' | 'hasHeader'>;

/** More changes are counted and not shown. */
export const MAX_CHANGES = 300;
/** Longer texts are truncated. */
const MAX_PIECE = 400;
/** More pieces would slow down the page: further lines are not divided. */
const MAX_PIECES = 5_000;

export const NO_CHANGE = 'No change';

export const amount = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** A line that only one version has. */
export const wholeLine = (kind: Piece['kind'], text: string): ComparedLine => ({
  kind,
  pieces: [{ kind, text: clipped(text) }],
});

/** The two ends of a long text. */
export function clipped(text: string, most = MAX_PIECE): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}`;
}

/** A line with its pieces, or in one piece if all lines together have too many. */
function within(line: ComparedLine, left: { pieces: number }): ComparedLine {
  left.pieces -= line.pieces.length;
  if (left.pieces >= 0 || line.pieces.length < 2) return line;
  return wholeLine(line.kind, line.pieces.map(({ text }) => text).join(''));
}

/** The changes that are shown, and a note if there are more. */
export function shownChanges(changes: readonly Change[], total = changes.length) {
  const left = { pieces: MAX_PIECES };
  const shown = changes
    .slice(0, MAX_CHANGES)
    .map((change) => ({ ...change, lines: change.lines.map((line) => within(line, left)) }));
  const notes =
    total > shown.length
      ? [`The first ${amount(shown.length, 'change')} of ${total.toLocaleString('en')} are shown.`]
      : [];
  return { changes: shown, notes };
}
