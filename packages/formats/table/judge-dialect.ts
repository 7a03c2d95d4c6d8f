import type { Dialect, DialectChoice } from './dialect.ts';
import { isMissing, numberIn } from './numbers.ts';
import { type Records, readRecords } from './read-records.ts';
import { isDated } from './value-kinds.ts';

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

type Layout = Pick<Dialect, 'separator' | 'quote' | 'hasBackslashes' | 'hasSpaces' | 'comment'>;

/** A separator is in at least this share of the rows. */
const FEWEST_PARTED = 0.25;
/** What a value of no known kind counts. */
const UNKNOWN = 0.3;
/** What one counts that has another separator. */
const UNPARTED = -0.1;
const MAIN = [';', '\t', '|'];
/** How much less a separator is worth with which no quote is around values. */
const UNQUOTED = 0.7;
/** Of a single row: bars are more often lists in its values. */
const BARS_OF_ONE_ROW = 0.7;
/** What it counts that the first row has as many values as most. */
const LIKE_FIRST = 1.2;
/** Rare separators are taken only if there are so many rows, and so many of them have the same number of values. */
const RARE_ROWS = 4;
const MOST_ALIKE = 0.9;
/** Rows before others that may be of another kind: a title, or names of the columns without one of the rows. */
const RARE_LEAD = 2;

/**
 * How a text stands for a table, judged over its first rows.
 * @param likely the separator that its name tells
 */
export function judgeLayout(text: string, choice: DialectChoice, likely?: string): Layout {
  const sample = wholeLines(text.slice(0, SAMPLE.characters), text.length > SAMPLE.characters);
  const hinted = choice.separator ?? separatorLine(text)?.separator;
  const sign = COMMENTS.find((one) => sample.startsWith(one));
  const isUsed = (separator: string) => separator !== sign && sample.includes(separator);
  const separators = hinted ? [hinted] : Object.keys(SEPARATORS).filter(isUsed);
  const lines = choice.comment === undefined && sign ? withoutComments(sample, sign) : sample;
  const judged = separators.map((separator) => {
    const layout = withQuote(lines, separator, choice);
    return { layout, ...scoreOf(lines, layout), isLikely: separator === likely };
  });
  const mostQuoted = Math.max(0, ...judged.map(({ score, quoted }) => (score > 0 ? quoted : 0)));
  const scored = judged.map(({ layout, score, quoted, isLikely }) => ({
    layout,
    score: score * (isLikely ? 2 : 1) * (mostQuoted > 0 ? 1 - UNQUOTED * (1 - quoted / mostQuoted) : 1),
  }));
  const [best] = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  const layout = best?.layout ?? withQuote(lines, hinted ?? likely ?? ',', choice);
  return choice.comment === undefined ? { ...layout, comment: commentOf(sample, layout) } : layout;
}

/** The lines that do not begin with a sign; all of them if each does. */
function withoutComments(sample: string, sign: string): string {
  const lines = sample.split(/(?<=\r\n|\r(?!\n)|\n)/).filter((line) => !line.startsWith(sign));
  return lines.some((line) => line.trim() !== '') ? lines.join('') : sample;
}

/** The quote that more values are between: a single one only if it is around several. Spaces before it, and what escapes it. */
function withQuote(sample: string, separator: string, choice: DialectChoice): Layout {
  const layoutOf = (quote: Dialect['quote']): Layout => ({
    separator,
    quote,
    hasBackslashes: choice.hasBackslashes ?? hasBackslashes(sample, separator, quote),
    hasSpaces: choice.hasSpaces ?? false,
    comment: choice.comment ?? '',
  });
  const [double, single] = [layoutOf('"'), layoutOf("'")].map((layout) => withSpaces(sample, layout, choice));
  if (!double || !single) throw new Error('There are two quotes.');
  if (choice.quote) return choice.quote === '"' ? double : single;
  if (!sample.includes("'")) return double;
  const [doubled, singled] = [double, single].map((layout) => read(sample, layout));
  if (!doubled || !singled) return double;
  const isUsual =
    singled.quoted > doubled.quoted && singled.quoted >= Math.max(2, singled.records.length / 2);
  return isUsual && areLines(singled, doubled) && alikeIn(singled.records) >= alikeIn(doubled.records)
    ? single
    : double;
}

/** Whether hardly a row goes over a line end that was none before: apostrophes are no quotes. */
const areLines = (one: Records, before: Records): boolean =>
  one.records.length >= before.records.length * MOST_ALIKE;

/** Whether spaces come before quotes: more values are between quotes then. */
function withSpaces(sample: string, layout: Layout, choice: DialectChoice): Layout {
  const { separator, quote } = layout;
  if (choice.hasSpaces !== undefined || separator === ' ' || !sample.includes(` ${quote}`)) return layout;
  const spaced = { ...layout, hasSpaces: true };
  const [plain, skipped] = [layout, spaced].map((one) => read(sample, one));
  if (!plain || !skipped) return layout;
  const isMore = skipped.quoted > plain.quoted && areLines(skipped, plain);
  return isMore && alikeIn(skipped.records) >= alikeIn(plain.records) ? spaced : layout;
}

/** Whether quotes are escaped by `\` rather than doubled. Before a separator or a line end either is possible. */
function hasBackslashes(sample: string, separator: string, quote: string): boolean {
  if (!sample.includes(`\\${quote}`)) return false;
  const places = { escaped: 0, doubled: 0 };
  for (let at = sample.indexOf(`\\${quote}`); at >= 0; at = sample.indexOf(`\\${quote}`, at + 2)) {
    const isEnd = (place: number) => [separator, '\r', '\n', undefined].includes(sample[place]);
    if (sample[at + 2] !== quote) places.escaped += isEnd(at + 2) ? 0 : 1;
    else if (!isEnd(at + 3)) places.doubled += 1;
  }
  return places.escaped > places.doubled;
}

const read = (sample: string, layout: Layout) =>
  readRecords(sample, { ...layout, maxRows: SAMPLE.rows, maxColumns: SAMPLE.columns, maxCells: 20_000 });

/** Excel's first line `sep=;`, and where the table begins after it. */
export function separatorLine(text: string): { separator: string; end: number } | null {
  // Programs that saved the table again filled the line up to its width.
  const match = /^"?sep=([^\r\n])"?\1*(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 500));
  return match?.[1] ? { separator: match[1], end: match[0].length } : null;
}

/** How well rows have the same number of values, times the share of values that are of a known kind. */
function scoreOf(sample: string, layout: Layout): { score: number; quoted: number } {
  const { records: rows, quoted, openQuote } = read(sample, layout);
  const records = withoutLastEmpty(rows);
  const isBroken = openQuote !== null && isRare(layout);
  return { score: isBroken ? 0 : scoreOfRows(records, layout, quoted), quoted };
}

/** Whether most rows are one date, time or address: it has signs that part others. */
const areWhole = (records: string[][], { separator }: Layout): boolean =>
  records.map((row) => row.join(separator)).filter((line) => isDated(line) || ADDRESS.test(line)).length >=
  records.length * MOST_ALIKE;

const weightOf = ({ separator }: Layout): number => SEPARATORS[separator] ?? 0.3;
const isRare = (layout: Layout): boolean => weightOf(layout) < 0.9;

function scoreOfRows(records: string[][], layout: Layout, quoted: number): number {
  const byWidth = widthsOf(records);
  const usual = byWidth[0]?.[0] ?? 0;
  const parted = records.filter(({ length }) => length > 1).length;
  const weight = weightOf(layout);
  if (parted === 0 || parted < records.length * FEWEST_PARTED) return 0;
  const alike = alikeIn(records);
  const isQuoted = quoted >= records.length && records.length > 1;
  const isFew = records.length < RARE_ROWS && !(isQuoted && alike === 1);
  const lead = [RARE_LEAD, 1].find((rows) => records.length >= RARE_ROWS + rows) ?? 0;
  const main = records.slice(lead);
  if (isRare(layout) && (isFew || alikeIn(main) < MOST_ALIKE || areWhole(main, layout))) return 0;
  const pattern = byWidth.reduce((sum, [width, rows]) => sum + (rows.length * (width - 1)) / width, 0);
  const cells = records.flat();
  const others = MAIN.filter((sign) => sign !== layout.separator && !areLists(records, alike, sign));
  const isUnparted = (cell: string) =>
    others.some((sign) => cell.includes(sign)) || (cell.length === 1 && Object.hasOwn(SEPARATORS, cell));
  const worth = (cell: string) => (isOfKnownKind(cell) ? 1 : isUnparted(cell) ? UNPARTED : UNKNOWN);
  const kinds = cells.reduce((sum, cell) => sum + worth(cell), 0) / cells.length;
  const rare = layout.separator === '|' && records.length === 1 ? BARS_OF_ONE_ROW : 1;
  const first = records[0]?.length === usual ? LIKE_FIRST : 1;
  return (pattern / byWidth.length) * kinds * weight * rare * first;
}

const widthsOf = (records: string[][]) =>
  [...Map.groupBy(records, ({ length }) => length)].sort(([, one], [, other]) => other.length - one.length);

/** The share of the rows that have the usual number of values. */
const alikeIn = (records: string[][]): number => (widthsOf(records)[0]?.[1].length ?? 0) / records.length;

/** Rows whose last value is empty in all of them: a sign at the end of each line parts nothing. */
const withoutLastEmpty = (records: string[][]): string[][] =>
  records.every((row) => row.length > 1 && row.at(-1) === '')
    ? records.map((row) => row.slice(0, -1))
    : records;

/** Whether a sign parts lists in values: all rows are alike without it, and no name of a column has it. */
const areLists = ([names = [], ...rows]: string[][], alike: number, sign: string): boolean =>
  alike === 1 && rows.length > 1 && names.every((name) => /^\S/.test(name) && !name.includes(sign));

const ADDRESS = /^(?:https?|ftp):\/\/\S+$/i;
const KINDS = [
  /^\p{L}(?:[\p{L}\p{M}\p{N} _\-.()/%°]|, )*$/u,
  ADDRESS,
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
    isDated(text) ||
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
