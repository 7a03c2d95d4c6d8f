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
/** Small letters of Mac Roman that are small letters or marks of a word in Windows-1252 too. */
const EITHER = new Set([0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9a, 0x9c, 0x9e]);

/**
 * Whether bytes are Mac Roman rather than Windows-1252: within words they have what is a capital letter or a sign in Windows-1252, and no
 * letter of it.
 */
export function isMacRoman(bytes: Uint8Array): boolean {
  let found = 0;
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || !isLetter(bytes[at - 1])) continue;
    if (byte >= 0xdf && byte !== 0xf7) return false;
    if ((byte < 0xa0 || byte === 0xa7) && !EITHER.has(byte) && isSmall(bytes[at + 1])) found++;
  }
  return found > 0;
}
