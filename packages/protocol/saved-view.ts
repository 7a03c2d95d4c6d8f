/**
 * How a lab shows a file to everybody: choices by the names and values that they have in the URL of its page. What is absent or
 * `null` is judged by the bytes.
 */
export interface SavedView {
  /** One of `savedEncodings`. */
  encoding?: string | null | undefined;
  /** One of `separatorNames`, or one sign. */
  separator?: string | null | undefined;
  /** One of `quoteNames`. */
  quote?: string | null | undefined;
  /** One of `numberExamples`. */
  numbers?: string | null | undefined;
  /** `none`, or one or two signs with which lines that are comments begin. */
  comments?: string | null | undefined;
  /** Whether the first row is a header. */
  header?: boolean | null | undefined;
  /** Rows with this text are shown. Of public files alone: it could tell what is in an encrypted one. */
  filter?: string | null | undefined;
  /** The columns of the plot, counted from 1. One without the other is no plot. */
  plotX?: number | null | undefined;
  plotY?: number | null | undefined;
  /** Contrast of a picture: the middle and the width of the range from black to white. One without the other is none. */
  level?: number | null | undefined;
  window?: number | null | undefined;
}

/** UTF-16 code units of a saved filter. */
export const MAX_FILTER = 200;
/** The highest number of a column that is saved. */
export const MAX_COLUMN = 100_000;
/** The largest value of a picture that a saved contrast names. */
export const MAX_LEVEL = 1e12;

/** Labels of the encodings in which a text can be read. */
export const savedEncodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'macintosh',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'iso-8859-5',
  'koi8-r',
  'x-mac-cyrillic',
  'ibm866',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
  'windows-1257',
  'windows-1258',
  'gb18030',
  'big5',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
] as const;

/** Names of the usual separators of a table. */
export const separatorNames = ['comma', 'semicolon', 'tab', 'bar', 'colon', 'space'] as const;

export const quoteNames = ['double', 'single'] as const;

/** Ways of writing numbers, by an example. */
export const numberExamples = [
  '1234.5',
  '1,234.5',
  '1 234.5',
  "1'234.5",
  '1234,5',
  '1.234,5',
  '1 234,5',
  "1'234,5",
] as const;

/** One sign, or two where `most` is 2: no letters, digits, spaces or invisible characters, so that nothing can be written with them. */
export const isSigns = (value: string, most: 1 | 2): boolean =>
  [...value].length <= most && /^[\p{P}\p{S}]+$/u.test(value);
