/** Letters that tell an encoding. */
const FEWEST = 16;

type Share = (test: (byte: number) => boolean) => number;

/** The share of the characters other than ASCII that pass a test; `null` if there are too few to tell. */
function sharesOf(words: Uint8Array): Share | null {
  const high = words.filter((byte) => byte > 0x7f);
  return high.length < FEWEST ? null : (test) => high.filter(test).length / high.length;
}

/** Whether words have the Cyrillic letters of DOS, and not those of ISO 8859-5 or of Windows. */
export function isCyrillicOfDos(words: Uint8Array): boolean {
  const share = sharesOf(words);
  if (!share || share((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1)) < 0.98) return false;
  return share((byte) => byte >= 0xa0 && byte <= 0xaf) > 0.3;
}

/** Whether words are Thai: consonants, the vowels and tones between them, and no other byte. */
export function isThai(words: Uint8Array): boolean {
  const share = sharesOf(words);
  if (!share || share((byte) => byte < 0xa1 || byte > 0xee) > 0.02) return false;
  const marks = share((byte) => (byte >= 0xd0 && byte <= 0xda) || (byte >= 0xe0 && byte <= 0xee));
  return marks > 0.2 && share((byte) => byte >= 0xa1 && byte <= 0xce) > 0.45;
}

/** Whether words have the last small letter of the alphabet where Mac Cyrillic has it: in Windows-1251 it is a capital letter. */
export function isMacCyrillic(words: Uint8Array): boolean {
  const isSmallCyrillic = (byte = 0) => byte >= 0xe0 && byte <= 0xfe;
  let after = 0;
  for (const [at, byte] of words.entries()) {
    if (byte === 0xff) return false;
    if (byte === 0xdf && isSmallCyrillic(words[at - 1])) after++;
  }
  return after > 1 && words.filter(isSmallCyrillic).length > words.length * 0.5;
}

const isSmall = (byte = 0) => byte >= 0x61 && byte <= 0x7a;
const isLetter = (byte = 0) => byte > 0x7f || isSmall(byte | 0x20);
/** What no word ends with in Windows-1252: capital letters after small ones, accents alone, and bytes without a meaning. */
const ENDS = new Set([0x81, 0x88, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9d, 0x9f]);
/** Signs of Windows-1252 that no word has within. */
const WITHIN = new Set([
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x89, 0x8b, 0x95, 0x99, 0x9b, 0xa7, 0xbe, 0xbf,
]);

/** Whether bytes are Mac Roman rather than Windows-1252: their words have what is no part of a word there, and few of its letters. */
export function isMacRoman(bytes: Uint8Array): boolean {
  let [found, western] = [0, 0];
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || !isLetter(bytes[at - 1])) continue;
    const isWithin = isSmall(bytes[at + 1]);
    if (ENDS.has(byte) || (isWithin && WITHIN.has(byte))) found++;
    else if (isWithin && byte >= 0xdf && byte !== 0xf7) western++;
  }
  return found > western * 2;
}

/** Whether Greek words are of Windows-1253, which has the accented capital alpha and signs in other places than ISO 8859-7. */
export function isGreekOfWindows(bytes: Uint8Array): boolean {
  const isGreek = (byte = 0) => byte >= 0xc1;
  let [windows, iso] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte >= 0x80 && byte < 0xa0) windows++;
    if (byte === 0xa2 && isGreek(bytes[at + 1]) && !isGreek(bytes[at - 1])) windows++;
    if (byte === 0xb6 && isGreek(bytes[at + 1])) iso++;
  }
  return windows > iso;
}

/** How many of the bytes are one of some. */
const countOf = (words: Uint8Array, ...bytes: number[]): number =>
  words.filter((byte) => bytes.includes(byte)).length;

/** Whether words have č or ć, and š or ž, as South Slavic ones in Windows-1250: no Western language has è or æ beside š. */
export const isSouthSlavic = (words: Uint8Array): boolean =>
  countOf(words, 0x9a, 0x9e) > 1 && countOf(words, 0xe6, 0xe8) > 1 && countOf(words, 0xe9, 0xf6) === 0;

/** Whether words have š or ž and other letters of Windows-1257, and none that is frequent in Icelandic or Turkish. */
export const isBaltic = (words: Uint8Array): boolean =>
  countOf(words, 0xf0, 0xfe) > 1 &&
  countOf(words, 0xe2, 0xe7, 0xe8, 0xeb, 0xee, 0xf8, 0xfb) > 3 &&
  countOf(words, 0xf3, 0xfa, 0xfc, 0xfd) === 0;
