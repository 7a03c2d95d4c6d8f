import { skeleton } from './look-alikes.ts';

/** Letters that are drawn as Latin ones, and that Unicode's table leaves as they are: small capitals, and letters of other scripts. */
const drawn: ReadonlyMap<string, string> = new Map(
  'aᴀΛДΔ bʙ cᴄ dᴅ eᴇΣЭ fꜰ gɢ hʜ jᴊ kᴋ lʟɪ mᴍ nɴИ oᴏØø pᴘ rʀЯ sꜱ tᴛт uᴜ vᴠ wᴡШ yʏ zᴢ'
    .split(' ')
    .flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
);

/** First code points of alphabets in frames, which NFKC keeps: of `A` in circles, squares, and flags. */
const framed = [0x1f150, 0x1f170, 0x1f1e6];

/** Digits and signs that stand for letters: `0wner`, `4dm1n`, `$upport`. */
const leet: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '8': 'b', '3': 'e', '€': 'e', '9': 'g', '!': 'l', '¡': 'l', '£': 'l' },
  ...{ $: 's', '5': 's', '7': 't', '+': 't' },
};

const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

function drawnLetter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const first = framed.find((start) => point >= start && point < start + 26);
  return first === undefined ? (drawn.get(character) ?? character) : String.fromCodePoint(97 + point - first);
}

/**
 * What a text looks like: the skeleton (UTS #39) of its compatibility form, in small letters without marks, with one letter
 * for `i` and `l`. Two texts with one shape may be taken for each other.
 */
export function shapeOf(text: string): string {
  const letters = Array.from(text.normalize('NFKC').replace(IGNORED, ''), drawnLetter).join('');
  // Twice, because a capital can look like a small letter of another kind.
  const folded = skeleton(skeleton(letters.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase());
  return folded.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('i', 'l');
}

/**
 * The words of a text by their shapes, also with digits and signs read as letters, and letters that stand alone (`o w n e r`)
 * as one word.
 */
export function shapesOfWords(text: string): string[] {
  const plain = wordsOf(shapeOf(text));
  const written = Array.from(text.normalize('NFKC'), (character) => leet[character] ?? character).join('');
  const words = [...plain, ...wordsOf(shapeOf(written))];
  return [...words, ...apartLetters(text).map((letters) => wordsOf(shapeOf(letters)).join(''))];
}

/** Runs of letters that stand alone, each as one word. */
function apartLetters(text: string): string[] {
  const runs: string[] = [];
  let run = '';
  for (const word of [...(text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), '']) {
    if (/^[\p{L}\p{N}]\p{M}*$/u.test(word)) run += word;
    else {
      if ([...run].length > 1) runs.push(run);
      run = '';
    }
  }
  return runs;
}

/** A text as one word, by its shape. */
export const squeezedShape = (text: string): string => wordsOf(shapeOf(text)).join('');

const wordsOf = (shape: string): string[] => shape.match(/[\p{L}\p{N}]+/gu) ?? [];
