/** Replaces characters that are invisible or deceptive. */
const REPLACEMENT = '\uFFFD';

/**
 * Control characters, line separators, bidirectional overrides ("gpj.exe") and invisible characters. Excludes those
 * that languages and emoji need: joiners, single-character direction marks, variation selectors.
 */
const DECEPTIVE =
  /(?!\u034f|[\p{Variation_Selector}\p{Join_Control}\u061c\u200e\u200f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Matches names without any visible character. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A user-chosen name, safe to display: invisible and deceptive characters are replaced. */
export function visibleName(name: string): string {
  const shown = name.replace(DECEPTIVE, REPLACEMENT);
  return name !== '' && BLANK.test(shown) ? REPLACEMENT : shown;
}

/** A text of several lines as one line, safe to display. */
export const visibleLine = (text: string): string => visibleName(text.trim().replaceAll(/\s+/g, ' '));

/** A text of several lines, safe to display: tabs become spaces. */
export const visibleLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => visibleName(line.replaceAll('\t', ' ')))
    .join('\n');
