/** Scripts whose letters change their form next to a joiner (UAX #31, 2.3.1). */
const SCRIPTS = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat('Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const JOINED = `(?=[\\p{L}\\p{M}])[${SCRIPTS}]`;
const MARK = `(?=\\p{M})[${SCRIPTS}]`;
const EMOJI = '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?';

/** Sequences in which a hidden character is legitimate. */
export const LEGAL_SEQUENCE = new RegExp(
  [
    // Flags of regions. They come first, because they start with the plain flag.
    '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
    `${EMOJI}(?:\\u200D${EMOJI})*`,
    '[0-9#*]\\uFE0F\\u20E3',
    `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`,
    // A half form or a chillu letter at the end of a word.
    `(?<=${MARK})[\\u200C\\u200D]`,
    '(?<=\\p{Unified_Ideograph})[\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'gu',
);

const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFF9-\uFFFB]/u;

/**
 * Finds a character that is invisible or changes the direction of text. Joiners, variation selectors and tags are
 * allowed in the emoji and the scripts that need them. The service rejects new paths with such a character; the web app
 * reports it before an upload.
 * @param name one segment of a path, or a path
 * @returns its code point, e.g. `U+200B`; `undefined` if there is none
 */
export function hiddenCharacter(name: string): string | undefined {
  const point = HIDDEN.exec(name.replace(LEGAL_SEQUENCE, 'x'))?.[0].codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
