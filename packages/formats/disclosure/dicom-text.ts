import { wholeTextOf } from './texts.ts';

/** Encodings by the names that DICOM gives them (PS3.3, C.12.1.1.2), without `ISO_IR` and `ISO 2022 IR`. */
const ENCODINGS: Readonly<Record<string, string>> = {
  13: 'shift_jis',
  58: 'gb2312',
  87: 'iso-2022-jp',
  100: 'windows-1252',
  101: 'iso-8859-2',
  109: 'iso-8859-3',
  110: 'iso-8859-4',
  126: 'iso-8859-7',
  127: 'iso-8859-6',
  138: 'iso-8859-8',
  144: 'iso-8859-5',
  148: 'iso-8859-9',
  149: 'euc-kr',
  159: 'iso-2022-jp',
  166: 'windows-874',
  192: 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/**
 * A text of DICOM in the character sets that its file names. Of several, the last one that is known decodes what escape sequences switch to;
 * a file that names none has UTF-8 or Windows-1252.
 */
export function dicomText(bytes: Uint8Array, names: string): string {
  const known = names
    .split('\\')
    .map(
      (name) =>
        ENCODINGS[
          name
            .replace(/^ISO(_IR| 2022 IR)/, '')
            .replaceAll('\0', '')
            .trim()
        ],
    )
    .filter((encoding) => encoding !== undefined);
  const encoding = known.at(-1);
  if (!encoding) return withoutEscapes(wholeTextOf(bytes));
  if (encoding === 'iso-2022-jp' && bytes.includes(0x1b)) return new TextDecoder(encoding).decode(bytes);
  const [first = encoding] = known;
  return withoutEscapes(new TextDecoder(first === 'shift_jis' ? first : encoding).decode(bytes));
}

/** Without the sequences that choose another set of characters (ISO 2022). */
const withoutEscapes = (text: string) =>
  text
    .split('\x1b')
    .map((part, index) => (index === 0 ? part : part.replace(/^[^A-Za-z]*[A-Za-z]/, '')))
    .join('');
