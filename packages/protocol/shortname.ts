/** Segments under `/labs` that are pages of the web app. No lab gets them as shortname. */
export const reservedShortnames = ['new'];

const MAX_LENGTH = 60;

/** Scripts without letters that look like Latin ones; Japanese and Korean names combine several. */
const unlikeLatin =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{N}-]*|[\p{Script=Han}\p{Script=Hangul}\p{N}-]*|[\p{Script=Arabic}\p{N}-]*|[\p{Script=Hebrew}\p{N}-]*|[\p{Script=Devanagari}\p{N}-]*|[\p{Script=Thai}\p{N}-]*)$/u;

/**
 * The shortname for a lab's name; empty if the name has no usable letter. Keeps ASCII letters and digits, or a single
 * script that cannot be confused with them. A name that mixes scripts, or is written in Cyrillic or Greek, keeps only
 * its ASCII letters, so that no shortname imitates another.
 */
export function shortnameOf(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  const written = slug(folded, /[^\p{L}\p{M}\p{N}]+/gu);
  const shortname = unlikeLatin.test(written) ? written : slug(folded, /[^a-z0-9]+/g);
  // `lab-<number>` belongs to the lab with that token id, also as `lab` with a number appended: taken, it could never register.
  const isTaken = /^lab(-\d+)?$/.test(shortname) || reservedShortnames.includes(shortname);
  return isTaken ? `${shortname}-lab` : shortname;
}

/** Of a name that is too long, the last word that fits completely is the last. A single word is cut. */
function slug(name: string, separators: RegExp): string {
  const words = name.replace(separators, '-').replace(/^-|-$/g, '');
  if (words.length <= MAX_LENGTH) return words;
  const end = words.lastIndexOf('-', MAX_LENGTH);
  return words.slice(0, end > 0 ? end : MAX_LENGTH);
}
