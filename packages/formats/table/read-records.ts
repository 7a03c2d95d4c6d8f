import type { Dialect } from './dialect.ts';

export interface RecordOptions
  extends Pick<Dialect, 'separator' | 'quote' | 'hasBackslashes' | 'hasSpaces' | 'comment'> {
  /**
   * Whether the first quote that is not doubled ends a value, wherever it is; what follows up to the separator belongs to it. A quote that
   * never ends reaches to the end of the text.
   */
  hasStrictQuotes?: boolean;
  maxRows: number;
  maxColumns: number;
  maxCells: number;
  /** Where the first line begins. */
  start?: number;
}

export interface Records {
  records: string[][];
  /** The lines that begin with the sign of comments: the first 100. */
  comments: string[];
  /** Where each record begins. */
  starts: number[];
  /** The place in `records` of the first value whose quote never ends. Such quotes are characters like any other. */
  openQuote: number | null;
  /** Number of values between quotes, without empty ones. */
  quoted: number;
  /** Where the next record begins. */
  end: number;
  /** Whether a record has more values than were kept. */
  isNarrowed: boolean;
}

const MAX_COMMENTS = 100;
const [LF, CR] = [10, 13];

/**
 * The values of a text, row by row: those of RFC 4180, and what programs write instead of it. A quote ends a value only before a separator
 * or a line end, so that a quote within is kept. Takes a time in proportion to the text.
 */
export function readRecords(text: string, options: RecordOptions): Records {
  const { separator, quote, comment, hasSpaces, maxRows, maxColumns, maxCells, start = 0 } = options;
  const isSpaced = separator === ' ';
  const records: string[][] = [];
  const comments: string[] = [];
  const starts: number[] = [];
  const quotes = new Quotes(text, options);
  let openQuote: number | null = null;
  let record: string[] = [];
  let isNarrowed = false;
  let quotedValues = 0;
  let cells = 0;
  let at = start;
  let rowStart = start;
  while (at < text.length && records.length < maxRows && cells < maxCells) {
    if (record.length === 0 && comment !== '' && text.startsWith(comment, at)) {
      const end = endOfLine(text, at);
      if (comments.length < MAX_COMMENTS) comments.push(text.slice(at, end));
      at = afterLine(text, end);
      continue;
    }
    if (record.length === 0) rowStart = at;
    if (isSpaced) at = afterSpaces(text, at);
    const opening = hasSpaces ? afterSpaces(text, at) : at;
    const isOpening = text[opening] === quote;
    const quoted = isOpening ? quotes.valueAt(opening) : null;
    if (quoted?.value) quotedValues++;
    else if (isOpening && !quoted) openQuote ??= records.length;
    const end = quoted ? quoted.end : endOfField(text, at, separator);
    if (record.length >= maxColumns) isNarrowed = true;
    else record.push(quoted ? quoted.value : text.slice(at, end));
    const next = isSpaced ? afterSpaces(text, end) : end;
    const isLineEnd = next >= text.length || isBreak(text.charCodeAt(next));
    if (!isLineEnd) {
      at = isSpaced ? next : end + 1;
      // A separator at the end of the text begins another value, a line break does not.
      if (at < text.length) continue;
      if (record.length < maxColumns) record.push('');
    }
    at = afterLine(text, next);
    if (record.length > 1 || record[0] !== '') {
      records.push(record);
      starts.push(rowStart);
    }
    cells += record.length;
    record = [];
  }
  return { records, comments, starts, openQuote, quoted: quotedValues, end: at, isNarrowed };
}

/** Values between quotes. */
class Quotes {
  readonly #text: string;
  readonly #options: RecordOptions;
  /** After it no quote ends. */
  #lastEnd = Number.POSITIVE_INFINITY;

  constructor(text: string, options: RecordOptions) {
    this.#text = text;
    this.#options = options;
  }

  /** The value whose quote begins at a place, and where it ends, its quote included. `null` if it never ends. */
  valueAt(start: number): { value: string; end: number } | null {
    if (start >= this.#lastEnd) return null;
    const { quote, hasBackslashes, hasStrictQuotes } = this.#options;
    const parts: string[] = [];
    let from = start + 1;
    let at = from;
    for (;;) {
      const found = this.#text.indexOf(quote, at);
      const isDoubled = found >= 0 && this.#text[found + 1] === quote;
      if (hasStrictQuotes && !isDoubled) return this.#strictValue(parts, from, found);
      if (found < 0) {
        this.#lastEnd = start;
        return null;
      }
      if (hasBackslashes && this.#text[found - 1] === '\\' && found > from) {
        parts.push(this.#text.slice(from, found - 1), quote);
        from = at = found + 1;
      } else if (isDoubled) {
        parts.push(this.#text.slice(from, found + 1));
        from = at = found + 2;
      } else if (this.#endsAt(found + 1)) {
        parts.push(this.#text.slice(from, found));
        return { value: parts.join(''), end: this.#afterSpaces(found + 1) };
      } else at = found + 1;
    }
  }

  #strictValue(parts: readonly string[], from: number, found: number): { value: string; end: number } {
    const close = found < 0 ? this.#text.length : found;
    const after = Math.min(this.#text.length, close + 1);
    const end = endOfField(this.#text, after, this.#options.separator);
    return { value: parts.join('') + this.#text.slice(from, close) + this.#text.slice(after, end), end };
  }

  #endsAt(place: number): boolean {
    const at = this.#afterSpaces(place);
    return at >= this.#text.length || this.#isEnd(at);
  }

  #isEnd(at: number): boolean {
    return this.#text[at] === this.#options.separator || isBreak(this.#text.charCodeAt(at));
  }

  /** Some programs write a space between a quote and the separator. */
  #afterSpaces(place: number): number {
    if (this.#options.separator === ' ') return place;
    const at = afterSpaces(this.#text, place);
    return at >= this.#text.length || this.#isEnd(at) ? at : place;
  }
}

const isBreak = (code: number) => code === LF || code === CR;

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBreak(text.charCodeAt(at))) at++;
  return at;
}

/** Where the next line begins, after the line break at a place. */
const afterLine = (text: string, end: number): number =>
  text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;

function endOfField(text: string, from: number, separator: string): number {
  const wanted = separator.charCodeAt(0);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === wanted || isBreak(code)) break;
  }
  return at;
}
