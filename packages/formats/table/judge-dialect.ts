import type { Dialect, DialectChoice } from './dialect.ts';
import { isMissing, numberIn } from './numbers.ts';
import { readRecords } from './read-records.ts';

/** What is judged of a table. */
const SAMPLE = { characters: 64 * 1024, rows: 100, columns: 200 };
/** How likely a separator is before the rows are read. */
const SEPARATORS: Readonly<Record<string, number>> = {
  ',': 1,
  ';': 1,
  '\t': 1,
  '|': 0.98,
  ':': 0.5,
  ' ': 0.5,
  '~': 0.5,
  '^': 0.5,
  '§': 0.7,
  '&': 0.4,
  '#': 0.4,
};
const COMMENTS = ['#', '%', '!', '//'];

type Layout = Pick<Dialect, 'separator' | 'quote' | 'hasBackslashes' | 'comment'>;

/** A separator is in at least this share of the rows. */
const FEWEST_PARTED = 0.25;
/** What a value of no known kind counts. */
const UNKNOWN = 0.3;
/** What one counts that has another separator. */
const UNPARTED = -0.1;
const MAIN = [';', '\t', '|'];
/** What it counts that the first row has as many values as most. */
const LIKE_FIRST = 1.2;
/** Rare separators are taken only if there are so many rows, and so many of them have the same number of values. */
const RARE_ROWS = 4;
const MOST_ALIKE = 0.9;

/**
 * How a text stands for a table, judged over its first rows.
 * @param likely the separator that its name tells
 */
export function judgeLayout(text: string, choice: DialectChoice, likely?: string): Layout {
  const sample = wholeLines(text.slice(0, SAMPLE.characters), text.length > SAMPLE.characters);
  const hinted = choice.separator ?? separatorLine(text)?.separator;
  const separators = hinted ? [hinted] : Object.keys(SEPARATORS).filter((sign) => sample.includes(sign));
  const layouts = separators.map((separator) => withQuote(sample, separator, choice));
  const scored = layouts.map((layout) => ({
    layout,
    score: scoreOf(sample, layout) * (layout.separator === likely ? 2 : 1),
  }));
  const [best] = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  const layout = best?.layout ?? withQuote(sample, hinted ?? likely ?? ',', choice);
  return choice.comment === undefined ? { ...layout, comment: commentOf(sample, layout) } : layout;
}

/** The quote that more values are between: a single one only if it is around several. */
function withQuote(sample: string, separator: string, choice: DialectChoice): Layout {
  const layoutOf = (quote: Dialect['quote']) => ({
    separator,
    quote,
    hasBackslashes: choice.hasBackslashes ?? sample.includes(`\\${quote}`),
    comment: choice.comment ?? '',
  });
  if (choice.quote) return layoutOf(choice.quote);
  const [double, single] = [layoutOf('"'), layoutOf("'")];
  if (!sample.includes("'")) return double;
  const [doubled, singled] = [double, single].map((layout) => read(sample, layout).quoted);
  return singled !== undefined && singled > 1 && singled > (doubled ?? 0) ? single : double;
}

const read = (sample: string, layout: Layout) =>
  readRecords(sample, { ...layout, maxRows: SAMPLE.rows, maxColumns: SAMPLE.columns, maxCells: 20_000 });

/** Excel's first line `sep=;`, and where the table begins after it. */
export function separatorLine(text: string): { separator: string; end: number } | null {
  const match = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 20));
  return match?.[1] ? { separator: match[1], end: match[0].length } : null;
}

/** How well rows have the same number of values, times the share of values that are of a known kind. */
function scoreOf(sample: string, layout: Layout): number {
  const { records } = read(sample, layout);
  const byWidth = [...Map.groupBy(records, ({ length }) => length)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const usual = byWidth[0]?.[0] ?? 0;
  const parted = records.filter(({ length }) => length > 1).length;
  const weight = SEPARATORS[layout.separator] ?? 0.3;
  if (parted === 0 || parted < records.length * FEWEST_PARTED) return 0;
  const alike = (byWidth[0]?.[1].length ?? 0) / records.length;
  if (weight < 0.9 && (alike < MOST_ALIKE || records.length < RARE_ROWS)) return 0;
  const pattern = byWidth.reduce((sum, [width, rows]) => sum + (rows.length * (width - 1)) / width, 0);
  const cells = records.flat();
  const others = MAIN.filter((sign) => sign !== layout.separator);
  const worth = (cell: string) =>
    isOfKnownKind(cell) ? 1 : others.some((sign) => cell.includes(sign)) ? UNPARTED : UNKNOWN;
  const kinds = cells.reduce((sum, cell) => sum + worth(cell), 0) / cells.length;
  return (pattern / byWidth.length) * kinds * weight * (records[0]?.length === usual ? LIKE_FIRST : 1);
}

const KINDS = [
  /^\p{L}(?:[\p{L}\p{M}\p{N} _\-.()/%°]|, )*$/u,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/,
  /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?$/i,
  /^(?:https?|ftp):\/\/\S+$/i,
  /^[\w.+-]+@[\w.-]+$/,
  /^[$€£]\s?\d[\d.,]*$/,
];

function isOfKnownKind(value: string): boolean {
  const text = value.trim();
  return (
    isMissing(text) ||
    numberIn(text, { decimal: '.', thousands: ',' }) !== null ||
    numberIn(text, { decimal: ',', thousands: '.' }) !== null ||
    /^\d+$/.test(text) ||
    (text.length < 100 && KINDS.some((kind) => kind.test(text)))
  );
}

/** The sign of comments: lines at the beginning have it, and are more than the header of the rows. */
function commentOf(sample: string, layout: Layout): string {
  const sign = COMMENTS.find((one) => sample.startsWith(one));
  if (!sign) return '';
  const [first = []] = read(sample, layout).records;
  const { records, comments } = read(sample, { ...layout, comment: sign });
  const usual = records[Math.floor(records.length / 2)]?.length ?? 0;
  const last = comments.at(-1) ?? '';
  // The names of the columns after lines that begin with the sign twice, as in VCF.
  if (comments.length > 1 && sample.startsWith(sign + sign) && !last.startsWith(sign + sign))
    return sign + sign;
  return comments.length === 1 && first.length === usual && usual > 1 ? '' : sign;
}

function wholeLines(text: string, isCut: boolean): string {
  if (!isCut) return text;
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return end > 0 ? text.slice(0, end) : text;
}
