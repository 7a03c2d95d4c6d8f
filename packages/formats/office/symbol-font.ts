/** The characters of the font Symbol, in which older documents have Greek letters and signs, from 0x20 and from 0xa0. */
const LOW = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';
/** A character that only its font knows. */
const UNKNOWN = '□';

/** A character of a font of signs. Office also writes its code with 0xf000 added. */
export function symbolOf(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (!isSymbolFont(font)) return place < 0x20 || place > 0xff ? UNKNOWN : (BULLETS.get(place) ?? UNKNOWN);
  return (place < 0xa0 ? LOW[place - 0x20] : HIGH[place - 0xa0]) ?? UNKNOWN;
}

/** What fonts of pictures are used for in texts. */
const BULLETS = new Map([
  [0xfc, '✓'],
  [0xa7, '▪'],
  [0xd8, '➢'],
  [0xe0, '→'],
  [0x9f, '•'],
]);

export const isSymbolFont = (font: string | undefined): boolean => /^symbol$/i.test(font ?? '');

/** A text of a run in the font Symbol. Other fonts have the characters that they say. */
export const textInSymbol = (text: string): string =>
  text.replace(/[\uf020-\uf0ff]/g, (character) => symbolOf('Symbol', character.charCodeAt(0)));
