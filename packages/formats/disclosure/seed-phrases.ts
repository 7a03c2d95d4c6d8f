import { wordlist } from '@scure/bip39/wordlists/english';

const WORDS = new Set(wordlist);
const LENGTHS = new Set([12, 15, 18, 21, 24]);
/** Test vectors of BIP-39, and the phrases of development chains. */
const PUBLISHED =
  /^(abandon abandon|legal winner thank year|letter advice cage absurd|zoo zoo|test test test|myth like bonus scare|candy maple cake sugar|void come effort suffer|ozone drill grab fiber|gravity machine north sort|hamster diagram private dutch|scheme spot photo card|cat swing flag economy|light rule cinnamon wrap|all hour make first|vessel ladder alter error|dignity pass list indicate|jelly better achieve collect|renew stay biology evidence|horn tenant knee talent|panther trial)/;
/** More phrases in one text are test vectors. */
const MOST = 8;

/** Whether only spaces, separators or the number of a word stand between two words. */
const isGap = (gap: string) =>
  gap.length < 40 && /^[\s,;|"'.):\d-]*$/.test(gap) && !/^\s*[:.)]|\d{3}/.test(gap);

/** A text that is not longer has nothing but the phrase, which somebody keeps. */
const ALONE = 400;

/** Phrases of 12 to 24 words of BIP-39 that stand alone: in lines of their own, or one word a line. */
export function seedPhrases(text: string): { phrase: string; index: number }[] {
  const isAlone = text.trim().length <= ALONE;
  const found = new Map<string, number>();
  let run: { word: string; index: number; isFirstOfLine: boolean }[] = [];
  let end = 0;
  const finish = () => {
    const line = run.findLastIndex(({ isFirstOfLine }) => isFirstOfLine);
    for (const part of [run, run.slice(Math.max(0, line))]) {
      const words = part.map(({ word }) => word);
      if (!LENGTHS.has(words.length) || isSorted(words) || !(isAlone || isDrawn(words))) continue;
      found.set(words.join(' '), part[0]?.index ?? 0);
      break;
    }
    run = [];
  };
  for (const { 0: word, index } of text.matchAll(/[A-Za-z]+/g)) {
    const known = WORDS.has(word.toLowerCase());
    const gap = text.slice(end, index);
    // Numbers may stand before the words, and line ends or commas between them.
    if (!known || !isGap(gap)) finish();
    else if (gap.includes('\n') && LENGTHS.has(run.length)) finish();
    if (known) run.push({ word: word.toLowerCase(), index, isFirstOfLine: gap.includes('\n') });
    end = index + word.length;
  }
  finish();
  return found.size > MOST ? [] : [...found].map(([phrase, index]) => ({ phrase, index }));
}

/** Whether words look drawn, and are no published phrase. */
const isDrawn = (words: readonly string[]) =>
  new Set(words).size > words.length / 2 && !PUBLISHED.test(words.join(' '));

/** Whether words are part of a list in alphabetical order. */
const isSorted = (words: readonly string[]) =>
  new Set(words).size > 2 && words.every((word, index) => index === 0 || (words[index - 1] ?? '') <= word);
