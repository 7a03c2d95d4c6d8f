import {
  isBaltic,
  isCyrillicOfDos,
  isGreekOfWindows,
  isMacCyrillic,
  isMacRoman,
  isSouthSlavic,
  isThai,
} from './by-letters.ts';
import { type Encoding, isEncoding } from './encodings.ts';

/** Bytes that are judged. */
const SAMPLE = 32_768;
/** The share of the letters of such words that are not ASCII, from which on a text is in another script than ours. */
const OTHER_SCRIPT = 0.6;
/** How likely an encoding is, and how much more than a Western one, to be taken: of another script, and of ours. */
const NEEDED = {
  other: { least: 10 },
  latin: { least: 25, lead: 10 },
  wide: { alone: 11, least: 40, lead: 20 },
};
/** Encodings with characters of several bytes, of which some may be those of ASCII. */
const WIDE: ReadonlySet<string> = new Set<Encoding>([
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'big5',
  'gb18030',
  'iso-2022-jp',
]);
/** Bytes on both sides of one that is not ASCII. */
const AROUND = 64;
/** The bytes that are other letters in Windows-1254 than in Windows-1252. */
const TURKISH = [0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe];

/** Encodings of other scripts than ours. */
const OTHERS: ReadonlySet<string> = new Set<Encoding>([
  'windows-1251',
  'iso-8859-5',
  'koi8-r',
  'windows-1253',
  'iso-8859-7',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
]);

type Analyse = typeof import('chardet')['analyse'];

/**
 * The encoding of bytes that are no UTF-8, by the frequency of the letters in the words that are not ASCII. Western unless another one is
 * clearly more likely.
 */
export async function guessEncoding(bytes: Uint8Array): Promise<Encoding> {
  const { analyse } = await import('chardet');
  const wide = wideEncoding(bytes, analyse);
  if (wide) return wide;
  const words = wordsOf(bytes);
  const letters = words.filter((byte) => byte !== SPACE).length;
  const isOther = words.filter((byte) => byte > 0x7f).length >= Math.max(1, letters) * OTHER_SCRIPT;
  if (isOther) return otherEncoding(bytes, words, analyse) ?? 'windows-1252';
  if (isSouthSlavic(words)) return 'windows-1250';
  const latin = latinEncoding(bytes, words, analyse);
  if (latin) return latin;
  if (isMacRoman(bytes)) return 'macintosh';
  return isBaltic(words) ? 'windows-1257' : 'windows-1252';
}

/** An encoding with characters of several bytes, by the places with characters other than ASCII. */
function wideEncoding(bytes: Uint8Array, analyse: Analyse): Encoding | null {
  const found = analyse(aroundOf(bytes)).flatMap(known);
  const [likeliest] = found;
  if (!likeliest || !WIDE.has(likeliest.encoding) || !decodes(bytes, likeliest.encoding)) return null;
  const western = found.find(({ encoding }) => encoding === 'windows-1252')?.confidence;
  const { alone, least, lead } = NEEDED.wide;
  const needed = western === undefined ? alone : Math.max(least, western + lead);
  return likeliest.confidence >= needed ? likeliest.encoding : null;
}

/** The encoding of words of another script: no Western word has hardly a letter of ASCII. */
function otherEncoding(bytes: Uint8Array, words: Uint8Array, analyse: Analyse): Encoding | null {
  if (isCyrillicOfDos(words)) return 'ibm866';
  const found = analyse(words)
    .flatMap(known)
    .filter(({ encoding }) => OTHERS.has(encoding) && decodes(bytes, encoding));
  const [likeliest] = found;
  // Its letters are those of Windows-1251 but for the capital ones.
  if (likeliest?.encoding === 'windows-1251' && isMacCyrillic(words)) return 'x-mac-cyrillic';
  if (likeliest && likeliest.confidence >= NEEDED.other.least)
    return likeliest.encoding === 'iso-8859-7' && isGreekOfWindows(bytes)
      ? 'windows-1253'
      : likeliest.encoding;
  return isThai(words) ? 'windows-874' : null;
}

/** The encoding of words with letters of ASCII among others. */
function latinEncoding(bytes: Uint8Array, words: Uint8Array, analyse: Analyse): Encoding | null {
  const isTurkish = TURKISH.some((byte) => words.includes(byte));
  const found = analyse(words)
    .flatMap(known)
    .filter(({ encoding }) => !WIDE.has(encoding) && !OTHERS.has(encoding))
    .filter(({ encoding }) => encoding !== 'windows-1254' || isTurkish);
  const western = found.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
  const [likeliest] = found;
  const { least, lead } = NEEDED.latin;
  const isClear =
    likeliest &&
    likeliest.confidence >= least &&
    likeliest.confidence >= western + lead &&
    decodes(bytes, likeliest.encoding);
  return isClear ? likeliest.encoding : null;
}

function known({ name, confidence }: { name: string; confidence: number }) {
  const encoding = labelOf(name);
  return isEncoding(encoding) && !encoding.startsWith('utf') ? [{ encoding, confidence }] : [];
}

/** ISO 8859-1 and -9 are read as the encodings of Windows that contain them, as browsers do. */
function labelOf(name: string): string {
  const label = name.toLowerCase();
  return { 'iso-8859-1': 'windows-1252', 'iso-8859-9': 'windows-1254' }[label] ?? label;
}

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const SPACE = 0x20;
const isLetter = (byte = 0) =>
  byte > 0x7f || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** The words with characters other than ASCII, with a space after each: markup and numbers tell nothing. */
function wordsOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let start = at;
    while (start > 0 && isLetter(bytes[start - 1])) start--;
    while (at < bytes.length && isLetter(bytes[at])) at++;
    const word = bytes.subarray(start, at).subarray(0, SAMPLE - length - 1);
    sample.set(word, length);
    length += word.length;
    sample[length++] = SPACE;
  }
  return sample.subarray(0, length);
}

/** The places with characters other than ASCII: the beginning of a table may have none. */
function aroundOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  let next = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const part = bytes.subarray(Math.max(next, at - AROUND), at + AROUND).subarray(0, SAMPLE - length);
    sample.set(part, length);
    length += part.length;
    next = at + AROUND;
    at = next - 1;
  }
  return sample.subarray(0, length);
}
