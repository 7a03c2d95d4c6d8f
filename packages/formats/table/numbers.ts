import { plainSigns } from './number-signs.ts';
import type { NumberStyle } from './number-style.ts';

/** Digits that a number of JavaScript holds exactly. A longer run of digits is an id. */
const MOST_DIGITS = 15;
const MOST_CHARACTERS = 60;
const MISSING = /^(?:|-|–|—|\.|\?|#?n\/?a|n\.a\.|-?nan|null|none|nd|n\.d\.|missing)$/i;
const INFINITE = /^([+\-−–]?)(?:inf|infinity|∞)$/i;
/** A number whose groups are parted by `,` and whose decimal sign is `.`, with its uncertainty or `%`. */
const NUMBER =
  /^([+-]?) ?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?(?:(?:[ed]| ?[x×*·] ?10\^?)([+-]?\d{1,3}))?(?: ?(?:±|\+\/-|\+-) ?\d+(?:\.\d*)?(?:e[+-]?\d{1,3})?)? ?%?$/i;

/** Whether a cell says that there is no value: it is empty, or `NaN`, `NA`, `n/a`, `-` and the like. */
export const isMissing = (text: string): boolean => MISSING.test(text.trim());

/**
 * The number that a cell is, as scientists write it: `1e-3`, `1D-3`, `−2`, `+5`, `1,234.5` or `1.234,5`, `5.2 ± 0.1` (the value), `12 %` (12), `Inf`.
 * `null` for anything else: ids, which begin with a zero or have more than 15 digits, dates, and missing values.
 */
export function numberIn(text: string, style: NumberStyle): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS) return null;
  const infinite = INFINITE.exec(trimmed);
  if (infinite) return /[-−–]/.test(infinite[1] ?? '') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  // Most cells of a table of text end here.
  if (!/^[+\-−– ]{0,2}[\d.,]/.test(trimmed)) return null;
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    NUMBER.exec(inEnglish(trimmed, style)) ?? [];
  const digits = whole.replaceAll(',', '');
  const isId = /^0\d/.test(digits) || (fraction + exponent === '' && digits.length > MOST_DIGITS);
  if (isId || digits + fraction === '') return null;
  const value = Number(`${sign}${digits || '0'}.${fraction || '0'}e${exponent || '0'}`);
  return Number.isFinite(value) ? value : null;
}

const isDigit = (character = '') => character >= '0' && character <= '9';

/** A number with `.` as its decimal sign and `,` between its groups. Another sign in their place becomes one that no number has. */
function inEnglish(text: string, { decimal, thousands }: NumberStyle): string {
  let written = '';
  for (let at = 0; at < text.length; at++) {
    const sign = plainSigns[text[at] ?? ''] ?? text[at] ?? '';
    const isBetween = isDigit(text[at - 1]) && isDigit(text[at + 1]);
    if (sign === decimal) written += '.';
    else if (thousands !== '' && sign === thousands && isBetween) written += ',';
    else written += sign === '.' || sign === ',' ? '!' : sign;
  }
  return written;
}
