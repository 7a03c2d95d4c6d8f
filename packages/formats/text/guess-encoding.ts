import { isCyrillicOfDos, isMacCyrillic, isMacRoman, isThai } from './by-letters.ts';
import { type Encoding, isEncoding } from './encodings.ts';

/** Bytes that are judged. */
const SAMPLE = 32_768;
/** The share of the letters of such words that are not ASCII, from which on a text is in another script than ours. */
const OTHER_SCRIPT = 0.6;
/** How likely an encoding is, and how much more than a Western one, to be taken: of another script, and of ours. */
const NEEDED = {
  other: { least: 30, lead: 15 },
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

/**
 * The encoding of bytes that are no UTF-8, by the frequency of the letters in the words that are not ASCII. Western unless another one is
 * clearly more likely.
 */
export async function guessEncoding(bytes: Uint8Array): Promise<Encoding> {
  const { analyse } = await import('chardet');
  const wide = analyse(aroundOf(bytes)).flatMap(known);
  const [likeliestWide] = wide;
  const narrow = wide.find(({ encoding }) => encoding === 'windows-1252')?.confidence;
  const isWide =
    likeliestWide &&
    WIDE.has(likeliestWide.encoding) &&
    decodes(bytes, likeliestWide.encoding) &&
    likeliestWide.confidence >=
      (narrow === undefined ? NEEDED.wide.alone : Math.max(NEEDED.wide.least, narrow + NEEDED.wide.lead));
  if (isWide) return likeliestWide.encoding;
  const words = wordsOf(bytes);
  const share =
    words.filter((byte) => byte > 0x7f).length / (words.filter((byte) => byte !== SPACE).length || 1);
  const isOther = share >= OTHER_SCRIPT;
  if (isOther && isCyrillicOfDos(words)) return 'ibm866';
  const found = analyse(words)
    .flatMap(known)
    .filter(({ encoding }) => !WIDE.has(encoding));
  const western = found.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
  const isTurkish = TURKISH.some((byte) => words.includes(byte));
  const [likeliest] = found.filter(({ encoding }) => encoding !== 'windows-1254' || isTurkish);
  const { least, lead } = isOther ? NEEDED.other : NEEDED.latin;
  const isClear =
    likeliest &&
    decodes(bytes, likeliest.encoding) &&
    likeliest.confidence >= least &&
    likeliest.confidence >= western + lead;
  // Its letters are those of Windows-1251 but for the capital ones.
  if (likeliest?.encoding === 'windows-1251' && isMacCyrillic(words)) return 'x-mac-cyrillic';
  if (isClear) return likeliest.encoding;
  if (isOther && isThai(words)) return 'windows-874';
  return isMacRoman(bytes) ? 'macintosh' : 'windows-1252';
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
