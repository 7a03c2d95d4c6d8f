import 'server-only';

/** What the fonts of the card contain; `draw-card.test.ts` draws each of these characters. */
const known =
  /^[ -~\u00a0-\u00ff\u0100-\u0131\u0134-\u0148\u014a-\u017e\u0218-\u021b\u1e80-\u1e85\u1ef2\u1ef3Ά-ΊΌΎ-ΡΣ-ώ\u0401-\u044f\u0451-\u045fҐґ–—‘’“”•…€−]$/u;

/** More than two lines of the largest card. */
const longest = 140;

/**
 * Keeps what the fonts of a card can draw: a renderer would ask servers of others for other fonts and for pictures of
 * emoji. A text that would lose letters is replaced by `fallback` as a whole.
 */
export function cardText(text: string, fallback: string): string {
  const characters = [...text.normalize('NFC').slice(0, 4 * longest)];
  const kept = characters.filter((character) => known.test(character));
  const losesLetters = characters.some((character) => /\p{L}/u.test(character) && !known.test(character));
  const shown = losesLetters ? '' : kept.join('').replaceAll(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(shown)) return fallback;
  return shown.length > longest ? `${shown.slice(0, longest).trimEnd()}…` : shown;
}
