/**
 * Bounds of a Markdown text. Each one limits what the parser does for a character: depth and delimiters cost more than
 * linear time, and cells of a table are filled up to the width of its header.
 */
export interface TextBounds {
  /** Quotes and lists within each other. */
  depth: number;
  /** Sum over all lines of the number of quotes and lists that the line is in. */
  nestedLines: number;
  /** Signs that may open or close emphasis, a link or a deletion, in one paragraph, heading or row. */
  paragraphDelimiters: number;
  /** The same, in the text. */
  delimiters: number;
  /** Cells of all tables, where each row counts as wide as its header. */
  cells: number;
  /** Headings that are underlined. */
  underlines: number;
  /** Footnotes, definitions of links, and references to footnotes. */
  references: number;
}

export type BoundName = keyof TextBounds;

/** A text that breaks one of these is refused when it is written. */
export const writeBounds: TextBounds = {
  depth: 32,
  nestedLines: 2_000,
  paragraphDelimiters: 300,
  delimiters: 3_000,
  cells: 4_000,
  underlines: 200,
  references: 1_000,
};

/**
 * A text that breaks one of these is not parsed at all, but shown as plain text. Wider than what may be written: files
 * may have more.
 */
export const parseBounds: TextBounds = {
  depth: 64,
  nestedLines: 6_000,
  paragraphDelimiters: 600,
  delimiters: 12_000,
  cells: 12_000,
  underlines: 600,
  references: 2_000,
};

const names: readonly BoundName[] = [
  'depth',
  'nestedLines',
  'paragraphDelimiters',
  'delimiters',
  'cells',
  'underlines',
  'references',
];

export interface BrokenBound {
  name: BoundName;
  limit: number;
  /** Line of the text where it is broken, from 1. */
  line: number;
}

/** A quote, or the item of a list with the columns that its content is indented. */
type Container = { kind: 'quote' } | { kind: 'item'; width: number };

const code = (sign: string) => sign.charCodeAt(0);
const [space, tab, newline, carriage] = [32, 9, 10, 13];
const [star, underscore, tilde, open, close] = ['*', '_', '~', '[', ']'].map(code);
const [dash, plus, quote, equals, hash, tick, pipe, colon] = ['-', '+', '>', '=', '#', '`', '|', ':'].map(
  code,
);
const [backslash, caret, zero, nine, dot, parenthesis] = ['\\', '^', '0', '9', '.', ')'].map(code);

/**
 * The first bound that a Markdown text breaks, `null` if it keeps all. Takes time in proportion to the length of the
 * text, because it stops at the first one; it follows the block structure of CommonMark, and where it does not know it
 * counts too much rather than too little.
 */
export function brokenBound(text: string, bounds: TextBounds = writeBounds): BrokenBound | null {
  return new Scanner(text, bounds).run();
}

class Scanner {
  private at = 0;
  private end = 0;
  private line = 0;
  private readonly stack: Container[] = [];
  private fence: { sign: number; length: number; depth: number } | null = null;
  /** Lines of the open paragraph so far. */
  private paragraph = 0;
  /** Pipes of the line before, the first of a table. */
  private pipes = 0;
  /** Cells of each row of the open table. */
  private columns = 0;
  private readonly count: TextBounds = {
    depth: 0,
    nestedLines: 0,
    paragraphDelimiters: 0,
    delimiters: 0,
    cells: 0,
    underlines: 0,
    references: 0,
  };
  private readonly text: string;
  private readonly bounds: TextBounds;

  constructor(text: string, bounds: TextBounds) {
    this.text = text;
    this.bounds = bounds;
  }

  run(): BrokenBound | null {
    for (let start = 0; start < this.text.length; start = this.next()) {
      this.at = start;
      this.end = this.lineEnd(start);
      this.line++;
      this.readLine();
      for (const name of names)
        if (this.count[name] > this.bounds[name]) return { name, limit: this.bounds[name], line: this.line };
    }
    return null;
  }

  private lineEnd(start: number): number {
    let end = start;
    while (
      end < this.text.length &&
      this.text.charCodeAt(end) !== newline &&
      this.text.charCodeAt(end) !== carriage
    )
      end++;
    return end;
  }

  private next(): number {
    const isPair =
      this.text.charCodeAt(this.end) === carriage && this.text.charCodeAt(this.end + 1) === newline;
    return this.end + (isPair ? 2 : 1);
  }

  private sign(offset = 0): number {
    return this.at + offset < this.end ? this.text.charCodeAt(this.at + offset) : newline;
  }

  /** Columns of blanks from here; a tab counts as four. */
  private indent(): { columns: number; signs: number } {
    let [columns, signs] = [0, 0];
    for (; this.sign(signs) === space || this.sign(signs) === tab; signs++)
      columns += this.sign(signs) === tab ? 4 : 1;
    return { columns, signs };
  }

  private isBlank(): boolean {
    return this.at + this.indent().signs >= this.end;
  }

  private readLine(): void {
    const isBlank = this.isBlank();
    const matched = this.matchContainers(isBlank);
    const isWithin = matched === this.stack.length;
    if (this.fence && matched < this.fence.depth) this.fence = null;
    if (this.fence) {
      this.stack.length = matched;
      this.count.nestedLines += matched;
      this.closeFence();
      return;
    }
    const before = this.stack.length;
    this.openContainers(matched);
    const hasNew = this.stack.length !== matched && (this.stack.length > before || !isWithin);
    this.count.nestedLines += Math.max(before, this.stack.length);
    this.count.depth = Math.max(this.count.depth, this.stack.length);
    if (isBlank || hasNew) this.endParagraph();
    if (!isBlank) this.readContent();
  }

  /** Number of open containers that this line continues. */
  private matchContainers(isBlank: boolean): number {
    let matched = 0;
    for (const container of this.stack) {
      const { columns, signs } = this.indent();
      if (container.kind === 'quote') {
        if (columns > 3 || this.sign(signs) !== quote) break;
        this.at += signs + 1;
        if (this.sign() === space) this.at++;
      } else if (columns >= container.width) this.at += Math.min(signs, container.width);
      else if (!isBlank) break;
      matched++;
    }
    return matched;
  }

  /** Reads the marks of new quotes and items. A line that only continues a paragraph leaves all of them open. */
  private openContainers(matched: number): void {
    const isLazy = matched < this.stack.length && this.paragraph > 0;
    let isFirst = true;
    for (;;) {
      const { columns, signs } = this.indent();
      if (columns > 3 && isFirst) break;
      const mark = this.sign(signs);
      const item = mark === quote ? null : this.itemWidth(signs);
      if (mark !== quote && item === null) break;
      if (isFirst && item !== null && this.isRule(signs)) break;
      if (isFirst) this.stack.length = matched;
      isFirst = false;
      if (item === null) {
        this.stack.push({ kind: 'quote' });
        this.at += signs + 1;
        if (this.sign() === space) this.at++;
      } else {
        this.stack.push({ kind: 'item', width: columns + item });
        this.at += signs + item;
      }
      if (this.stack.length > this.bounds.depth) return;
    }
    if (isFirst && !isLazy) this.stack.length = matched;
  }

  /** Signs of the mark of an item and the blank after it, `null` if none begins here. */
  private itemWidth(signs: number): number | null {
    let length = signs;
    const mark = this.sign(length);
    if (mark === dash || mark === plus || mark === star) length++;
    else {
      while (length - signs < 9 && this.sign(length) >= (zero ?? 0) && this.sign(length) <= (nine ?? 0))
        length++;
      if (length === signs || (this.sign(length) !== dot && this.sign(length) !== parenthesis)) return null;
      length++;
    }
    const after = this.sign(length);
    if (after === newline) return length - signs;
    return after === space || after === tab ? length - signs + 1 : null;
  }

  /** Whether the rest of the line is three or more of one mark. */
  private isRule(signs: number): boolean {
    const mark = this.sign(signs);
    let marks = 0;
    for (let at = signs; this.at + at < this.end; at++) {
      const sign = this.sign(at);
      if (sign === mark) marks++;
      else if (sign !== space && sign !== tab) return false;
    }
    return marks > 2;
  }

  private endParagraph(): void {
    this.paragraph = 0;
    this.columns = 0;
    this.count.paragraphDelimiters = 0;
  }

  private closeFence(): void {
    const { columns, signs } = this.indent();
    this.at += signs;
    if (columns > 3 || !this.fence || this.runLength(this.fence.sign) < this.fence.length) return;
    this.at += this.runLength(this.fence.sign);
    if (this.isBlank()) this.fence = null;
  }

  private runLength(sign: number): number {
    let length = 0;
    while (this.sign(length) === sign) length++;
    return length;
  }

  private readContent(): void {
    const { columns, signs } = this.indent();
    // Code that is indented has neither blocks nor delimiters.
    if (columns > 3 && this.paragraph === 0) return;
    this.at += signs;
    const first = this.sign();
    if ((first === tick || first === tilde) && this.runLength(first) > 2) {
      this.fence = { sign: first, length: this.runLength(first), depth: this.stack.length };
      this.endParagraph();
      return;
    }
    if (this.paragraph > 0 && (first === equals || first === dash) && this.isUnderline(first)) {
      this.count.underlines++;
      this.endParagraph();
      return;
    }
    if ((first === star || first === underscore || first === dash) && this.isRule(0)) {
      this.endParagraph();
      return;
    }
    if (this.paragraph > 0 && this.columns === 0 && this.isDelimiterRow()) this.columns = this.pipes + 1;
    // Every heading and every row has delimiters of its own.
    if (first === hash || this.columns > 0) this.count.paragraphDelimiters = 0;
    this.count.cells += this.columns;
    this.paragraph++;
    this.countSigns();
  }

  private isUnderline(mark: number): boolean {
    const length = this.runLength(mark);
    this.at += length;
    const isBlank = this.isBlank();
    this.at -= length;
    return isBlank;
  }

  private isDelimiterRow(): boolean {
    let [dashes, others] = [0, 0];
    for (let at = this.at; at < this.end; at++) {
      const sign = this.text.charCodeAt(at);
      if (sign === dash) dashes++;
      else if (sign === pipe || sign === colon) others++;
      else if (sign !== space && sign !== tab) return false;
    }
    return dashes > 0 && (others > 0 || this.pipes > 0);
  }

  private countSigns(): void {
    this.pipes = 0;
    let delimiters = 0;
    let before = newline;
    if (this.sign() === open) this.countDefinition();
    for (let at = this.at; at < this.end; at++) {
      const sign = this.text.charCodeAt(at);
      if (sign === star || sign === underscore || sign === tilde || sign === open || sign === close)
        delimiters++;
      else if (sign === pipe) this.pipes++;
      else if (sign === caret && before === open) this.count.references++;
      else if (sign === backslash) at++;
      before = sign;
    }
    this.count.paragraphDelimiters += delimiters;
    this.count.delimiters += delimiters;
  }

  /** Counts what may be the definition of a link. */
  private countDefinition(): void {
    for (let at = this.at + 1; at < this.end; at++)
      if (this.text.charCodeAt(at) === close) {
        if (this.text.charCodeAt(at + 1) === colon) this.count.references++;
        return;
      }
  }
}
