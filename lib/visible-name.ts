/** Stands for a character that would show nothing, or something else than is there. */
const REPLACEMENT = '\uFFFD';

/**
 * Controls, line separators, marks that reverse what follows ("gpj.exe") and characters that nobody sees. Kept are those
 * that languages and emoji need: joiners, single-character direction marks, variation selectors.
 */
const DECEPTIVE =
  /(?!\u034f|[\p{Variation_Selector}\p{Join_Control}\u061c\u200e\u200f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether there is anything to see: of joiners and spaces alone there is not. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A name that somebody chose, as it may be shown: what stands there is what is seen. */
export function visibleName(name: string): string {
  const shown = name.replace(DECEPTIVE, REPLACEMENT);
  return name !== '' && BLANK.test(shown) ? REPLACEMENT : shown;
}
