import type { Dialect, DialectChoice } from '@labroom/formats/table/dialect';
import { type Encoding, isEncoding } from '@labroom/formats/text/encodings';

/** How a person chose to read a file. What is absent is judged by its bytes. */
export interface FileView {
  encoding?: Encoding | undefined;
  table: DialectChoice;
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

const names = ['encoding', 'separator', 'quote', 'numbers', 'comments', 'header'] as const;
const quotes = { double: '"', single: "'" } as const satisfies Record<string, Dialect['quote']>;

/** The view that a URL names. What is no choice of the page is left out. */
export function readFileView(params: URLSearchParams): FileView {
  const encoding = params.get('encoding') ?? '';
  const separator = params.get('separator') ?? '';
  const named = Object.entries(separatorNames).find(([, name]) => name === separator)?.[0];
  const quote = params.get('quote');
  const header = params.get('header');
  const comment = params.get('comments');
  const numbers = params.get('numbers') ?? '';
  return {
    encoding: isEncoding(encoding) ? encoding : undefined,
    table: {
      separator: named ?? (separator.length === 1 ? separator : undefined),
      quote: quote === 'double' || quote === 'single' ? quotes[quote] : undefined,
      numbers: Object.hasOwn(numberStyles, numbers) ? numberStyles[numbers] : undefined,
      comment: comment === 'none' ? '' : comment?.slice(0, 2) || undefined,
      hasHeader: header === 'yes' || header === 'no' ? header === 'yes' : undefined,
    },
  };
}

/** Names a view in a URL, in place of the one that it names. */
export function writeFileView(params: URLSearchParams, { encoding, table }: FileView): URLSearchParams {
  const { separator, quote, numbers, comment, hasHeader } = table;
  const values: Record<(typeof names)[number], string | undefined> = {
    encoding,
    separator: separator && (separatorNames[separator] ?? separator),
    quote: quote && (quote === '"' ? 'double' : 'single'),
    numbers: numbers && exampleOf(numbers),
    comments: comment === '' ? 'none' : comment,
    header: hasHeader === undefined ? undefined : hasHeader ? 'yes' : 'no',
  };
  const written = withoutFileView(params);
  for (const name of names) if (values[name] !== undefined) written.set(name, values[name]);
  return written;
}

/** The parameters of a URL other than those of the view of a file. */
export function withoutFileView(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of names) rest.delete(name);
  return rest;
}
