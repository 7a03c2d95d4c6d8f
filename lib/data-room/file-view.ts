import type { Dialect, DialectChoice } from '@labroom/formats/table/dialect';
import { type Encoding, isEncoding } from '@labroom/formats/text/encodings';
import { MAX_COLUMN, MAX_FILTER, MAX_LEVEL, type SavedView } from '@labroom/protocol/saved-view';

/** How a person chose to read a file. What is absent is judged by its bytes. */
export interface FileView {
  encoding?: Encoding | undefined;
  table: DialectChoice;
  /** Rows of a table with this text are shown. */
  filter?: string | undefined;
  /** Columns of the plot of a table, from 0. */
  plot?: { x: number; y: number } | undefined;
  /** The middle and the width of the range from black to white. */
  contrast?: { center: number; width: number } | undefined;
}

/** Separators by their names in the URL and on the page. */
export const separatorNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ':': 'colon',
  ' ': 'space',
};

/** Ways of writing numbers, by an example. */
export const numberStyles: Readonly<Record<string, Dialect['numbers']>> = {
  '1234.5': { decimal: '.', thousands: '' },
  '1,234.5': { decimal: '.', thousands: ',' },
  '1 234.5': { decimal: '.', thousands: ' ' },
  "1'234.5": { decimal: '.', thousands: "'" },
  '1234,5': { decimal: ',', thousands: '' },
  '1.234,5': { decimal: ',', thousands: '.' },
  '1 234,5': { decimal: ',', thousands: ' ' },
  "1'234,5": { decimal: ',', thousands: "'" },
};

export const exampleOf = ({ decimal, thousands }: Dialect['numbers']): string =>
  `1${thousands}234${decimal}5`;

const quotes = { double: '"', single: "'" } as const satisfies Record<string, Dialect['quote']>;

/** As judged by the bytes. */
const judged: FileView = { table: {} };

/** The view of a file that a lab saved for everybody. Values that the page does not offer are left out. */
export function viewOfSaved(saved: SavedView | null | undefined): FileView {
  if (!saved) return judged;
  const { encoding, separator, quote, numbers, comments, header, filter } = saved;
  const { plotX, plotY, level, window } = saved;
  const named = Object.entries(separatorNames).find(([, name]) => name === separator)?.[0];
  return {
    encoding: encoding && isEncoding(encoding) ? encoding : undefined,
    table: {
      separator: named ?? (separator?.length === 1 ? separator : undefined),
      quote: quote === 'double' || quote === 'single' ? quotes[quote] : undefined,
      numbers: numbers && Object.hasOwn(numberStyles, numbers) ? numberStyles[numbers] : undefined,
      comment: comments === 'none' ? '' : comments?.slice(0, 2) || undefined,
      hasHeader: header ?? undefined,
    },
    filter: filter?.slice(0, MAX_FILTER) || undefined,
    plot: isColumn(plotX) && isColumn(plotY) ? { x: plotX - 1, y: plotY - 1 } : undefined,
    contrast: isLevel(level) && isLevel(window) && window > 0 ? { center: level, width: window } : undefined,
  };
}

const isColumn = (number: number | null | undefined): number is number =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= MAX_COLUMN;

const isLevel = (value: number | null | undefined): value is number =>
  Math.abs(value ?? Number.NaN) <= MAX_LEVEL;

/** Steps of a slider have digits that nobody sees. */
const rounded = (value: number): number => Number(value.toPrecision(6));

/** A view as it is saved. */
export function savedOfView({ encoding, table, filter, plot, contrast }: FileView): SavedView {
  const { separator, quote, numbers, comment, hasHeader } = table;
  return {
    encoding,
    separator: separator && (separatorNames[separator] ?? separator),
    quote: quote && (quote === '"' ? 'double' : 'single'),
    numbers: numbers && exampleOf(numbers),
    comments: comment === '' ? 'none' : comment,
    header: hasHeader,
    filter,
    plotX: plot && plot.x + 1,
    plotY: plot && plot.y + 1,
    level: contrast && rounded(contrast.center),
    window: contrast && rounded(contrast.width),
  };
}

const dialectNames = ['encoding', 'separator', 'quote', 'numbers', 'comments', 'header'] as const;
const choiceNames = [...dialectNames, 'filter', 'plotX', 'plotY', 'level', 'window'] as const;
const names = [...choiceNames, 'view'] as const;

/** The view that a URL names, or `null` if it names none: then the saved view counts. What is no choice of the page is left out. */
export function readFileView(params: URLSearchParams): FileView | null {
  if (!names.some((name) => params.has(name))) return null;
  const header = params.get('header');
  return viewOfSaved({
    encoding: params.get('encoding'),
    separator: params.get('separator'),
    quote: params.get('quote'),
    numbers: params.get('numbers'),
    comments: params.get('comments'),
    header: header === 'yes' || header === 'no' ? header === 'yes' : null,
    filter: params.get('filter'),
    plotX: numberParam(params, 'plotX'),
    plotY: numberParam(params, 'plotY'),
    level: numberParam(params, 'level'),
    window: numberParam(params, 'window'),
  });
}

function numberParam(params: URLSearchParams, name: string): number | null {
  const value = params.get(name);
  return value?.trim() ? Number(value) : null;
}

/** Names a view in a URL, in place of the one that it names. Without any choice it is `view=judged`. */
export function writeFileView(params: URLSearchParams, view: FileView): URLSearchParams {
  const { header, ...values } = savedOfView(view);
  const written = withoutFileView(params);
  for (const [name, value] of Object.entries(values))
    if (value || value === 0) written.set(name, String(value));
  if (typeof header === 'boolean') written.set('header', header ? 'yes' : 'no');
  if (!choiceNames.some((name) => written.has(name))) written.set('view', 'judged');
  return written;
}

/** The parameters of a URL other than those of the view of a file. */
export function withoutFileView(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of names) rest.delete(name);
  return rest;
}

/** Whether two views make the same choices. */
export const isSameView = (one: FileView, other: FileView): boolean =>
  String(writeFileView(new URLSearchParams(), one)) === String(writeFileView(new URLSearchParams(), other));

/** How a view parts and reads a table, as a text: the same for views that differ in what of the table they show. */
export const dialectKey = ({ table }: FileView): string =>
  String(writeFileView(new URLSearchParams(), { table }));
