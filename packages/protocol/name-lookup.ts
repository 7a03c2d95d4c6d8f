import { shapeOf } from './name-shape.ts';

/** Signs that look like a dot, beside those that NFKC changes into one. */
const DOT =
  /[.\u00B7\u0387\u0589\u05C5\u0660\u06D4\u06F0\u0701\u0702\u0964\u16EB\u2022\u2024\u2027\u2219\u22C5\u25CF\u25E6\u2E31\u2E33\u3002\u30FB\uA4F8\uA60E\uA78F\uFE52\uFF0E\uFF61\uFF65\u{10A50}\u{1D16D}]/gu;
/** Dots in the middle of a line, which separate parts of names in Catalan, Chinese and Japanese. */
const MIDDLE = /^[\u00B7\u0387\u2022\u2027\u2219\u22C5\u30FB\uFF65\u16EB]$/u;

/** Last parts of names that are looked up: in the Ethereum Name Service, other services, and the Domain Name System. */
const endings = new Set(
  (
    'eth base box lens crypto nft wallet dao sol bnb arb bitcoin blockchain zil com org net io xyz app dev co info link site ' +
    'online tech science ai gg me tv cc edu gov int eu uk de fr ch cn ru us id so fun art luxe kred limo domains finance ' +
    'exchange network foundation example local test ether рф'
  )
    .split(' ')
    .map(shapeOf),
);
const eth = shapeOf('eth');

/** Abbreviations that people write without a space after their dot. */
const titles = new Set(
  'dr prof st ste mr mrs ms mx sr jr dipl ing phil med rer nat habil mag msc bsc phd md mme sra dra ir hon assoc asst'
    .split(' ')
    .map(shapeOf),
);

/** Scripts whose words are not taken for Latin ones, so that their abbreviations are no domains. */
const OTHER =
  /^(?:\p{M}|\p{scx=Deva}|\p{scx=Beng}|\p{scx=Taml}|\p{scx=Telu}|\p{scx=Knda}|\p{scx=Mlym}|\p{scx=Gujr}|\p{scx=Guru}|\p{scx=Orya}|\p{scx=Sinh}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr}|\p{scx=Tibt}|\p{scx=Arab}|\p{scx=Hebr}|\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{scx=Ethi}|\p{scx=Geor})+$/u;

const LABEL_AFTER = /^[\p{L}\p{M}\p{N}_]+/u;
const LABEL_BEFORE = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}\p{N}_]+$/u;
const SIGN_BEFORE = /(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/u;
const WORD_BEFORE = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+$/u;

/**
 * Whether a name reads as one that is looked up, e.g. `vitalik.eth`, anywhere in it and with any dot. Initials and titles
 * (`J.R.R. Tolkien`, `Dr.Ada`) do not.
 */
export function looksLikeDomain(name: string): boolean {
  const text = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (isAttachedEth(text) || isSpelledEth(text)) return true;
  for (const { 0: dot, index } of text.matchAll(DOT)) {
    const after = LABEL_AFTER.exec(text.slice(index + dot.length))?.[0] ?? '';
    const before = LABEL_BEFORE.exec(text.slice(0, index))?.[0] ?? '';
    if (MIDDLE.test(dot) && isSeparator(before, after)) continue;
    if (isLookedUp(before, after)) return true;
  }
  return false;
}

function isLookedUp(before: string, after: string): boolean {
  if ([...after].length < 2) return false;
  const shape = shapeOf(after);
  if (endings.has(shape) || shapeOf(after.replaceAll('3', 'e')) === eth) return true;
  if (!/^\p{L}/u.test(after) || OTHER.test(after)) return false;
  // An initial, as in `J.Smith` or `E.coli`.
  return !/^(?:\p{L}\p{M}*)$/u.test(before) && !titles.has(shapeOf(before));
}

/** `l·l` of Catalan, and parts of names in scripts that are not Latin. */
function isSeparator(before: string, after: string): boolean {
  if (/l$/i.test(before) && /^l/i.test(after)) return true;
  return (before === '' || OTHER.test(before)) && (after === '' || OTHER.test(after));
}

/** `eth` behind another sign than a dot, or a dot with spaces or brackets around it, or the word. */
function isAttachedEth(text: string): boolean {
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (shapeOf(found.replaceAll('3', 'e')) !== eth) continue;
    const before = text.slice(0, index);
    const sign = SIGN_BEFORE.exec(before)?.[0] ?? '';
    const word = WORD_BEFORE.exec(before.slice(0, before.length - sign.length))?.[0] ?? '';
    if (word === '') continue;
    const isJoined = sign !== '' && !/\s/u.test(sign);
    const hasDot = sign.search(DOT) >= 0;
    if (isJoined || shapeOf(word) === shapeOf('dot') || shapeOf(word) === shapeOf('punkt')) return true;
    if (hasDot && !titles.has(shapeOf(word)) && [...word].length > 1) return true;
  }
  return false;
}

/** `eth` letter by letter behind a dot, at the end, or behind a dot above a letter. */
function isSpelledEth(text: string): boolean {
  const shape = shapeOf(text.replace(DOT, '.'));
  const [e, t, h] = [...shape.matchAll(/[\p{L}\p{N}]+/gu)].slice(-3);
  const isSpelled = e?.[0] === 'e' && t?.[0] === 't' && h?.[0] === 'h';
  if (isSpelled && SIGN_BEFORE.exec(shape.slice(0, e.index))?.[0].includes('.')) return true;
  return /[\u0307\u0323\u0358\u06EC]\p{M}*eth(?!\p{L})/iu.test(text.normalize('NFD'));
}

/**
 * Whether a word of the name, or the whole without spaces, reads as an address (`0x1234…abcd`), with any letters that look
 * like its digits.
 */
export function looksLikeAddress(name: string): boolean {
  const text = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (/(?<![\p{L}\p{N}])0x[0-9a-f]{2}/iu.test(text)) return true;
  const words = text.split(/[\s()[\]{}<>,;:"'“”]+/u);
  return words.some((word) => isAddress(word)) || isSpacedAddress(text);
}

function isAddress(word: string): boolean {
  const hex = hexOf(word);
  const digits = /[0-9]/.test(word);
  const start = /^0[x×](.*)$/u.exec(hex)?.[1];
  if (start !== undefined && /^[0-9a-f]{2,}(?:[.\-_*~·]+[0-9a-f]*)?$/u.test(start))
    return digits || /[.\-_*~·]/u.test(start) || start.length >= 8;
  if (/^[0-9a-f]{3,}(?:\.{2,}|[*_~]+)[0-9a-f]{3,}$/u.test(hex)) return digits;
  return /^[0-9a-f]{32,}$/u.test(hex);
}

function isSpacedAddress(text: string): boolean {
  const whole = hexOf(text.replace(/[^\p{L}\p{N}]+/gu, ''));
  return /^0x[0-9a-f]{6,}/u.test(whole) && (text.match(/[0-9]/g) ?? []).length >= 3;
}

/** The shape with `o` and `l` read as digits. */
const hexOf = (text: string) => shapeOf(text).replaceAll('o', '0').replaceAll('l', '1');
