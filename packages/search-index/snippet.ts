/** UTF-16 code units of a text that are looked through, and of a snippet. */
export const SEARCHED = 100_000;
const LENGTH = 220;
const LEAD = 50;

/** A passage of a text. */
interface Snippet {
  /** With `…` where text was cut. */
  text: string;
  /** The words in it, in order, without overlaps, in UTF-16 code units. */
  highlights: { start: number; end: number }[];
}

/** Words to find, folded by `foldWord`. */
type Words = Pick<ReadonlySet<string>, 'has'>;

/** The passage of a text with the most distinct words of `words` (see `foldWord`), or its beginning without any. */
export function snippetOf(text: string, words: Words): Snippet {
  const found = wordsIn(text.slice(0, SEARCHED), words);
  const first = found[bestStart(found)];
  const start = first ? wordStart(text, first.start - LEAD) : 0;
  const end = wordEnd(text, start + LENGTH);
  const passage = text.slice(start, end).replace(/\s+/g, ' ').trim();
  const shown = `${start > 0 ? '… ' : ''}${passage}${end < text.length ? ' …' : ''}`;
  return { text: shown, highlights: wordsIn(shown, words).map(({ start, end }) => ({ start, end })) };
}

export function hasWord(text: string, words: Words): boolean {
  return wordsIn(text.slice(0, SEARCHED), words).length > 0;
}

/** Folds a word for comparison: lowercase, without accents. */
export function foldWord(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

interface FoundWord {
  word: string;
  start: number;
  end: number;
}

/** Finds what the index finds: words, parts of camelCase names, and hyphenated pairs that the prompt writes as one. */
export function wordsIn(text: string, words: Words): FoundWord[] {
  const found: FoundWord[] = [];
  let before: FoundWord | undefined;
  for (const { 0: raw, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const whole = { word: foldWord(raw), start: index, end: index + raw.length };
    const pair = before && /^[-\u2010\u2011]$/.test(text.slice(before.end, index)) ? before : undefined;
    const joined = pair && { ...whole, word: pair.word + whole.word, start: pair.start };
    if (words.has(whole.word)) found.push(whole);
    else if (joined && words.has(joined.word) && found.at(-1)?.start !== joined.start) found.push(joined);
    else found.push(...partsOf(raw, index).filter(({ word }) => words.has(word)));
    before = whole;
  }
  return found;
}

function partsOf(raw: string, index: number): FoundWord[] {
  let start = index;
  const parts = raw.split(/(?<=[a-z0-9])(?=[A-Z][a-z])/).map((part) => {
    start += part.length;
    return { word: foldWord(part), start: start - part.length, end: start };
  });
  return parts.length > 1 ? parts : [];
}

/** Start of the first passage with the most distinct words. */
function bestStart(found: FoundWord[]): number {
  const inside = new Map<string, number>();
  let [best, most, next] = [0, 0, 0];
  found.forEach(({ word, start }, at) => {
    for (let added = found[next]; added && added.end - start <= LENGTH - LEAD; added = found[next]) {
      inside.set(added.word, (inside.get(added.word) ?? 0) + 1);
      next += 1;
    }
    if (inside.size > most) [best, most] = [at, inside.size];
    const left = (inside.get(word) ?? 0) - 1;
    if (left > 0) inside.set(word, left);
    else inside.delete(word);
    // A word longer than a passage is never added.
    next = Math.max(next, at + 1);
  });
  return best;
}

/** The next start of a word within a few characters; else this position, never inside a character. */
function wordStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const space = text.slice(from, from + 30).search(/\s/);
  return space < 0 ? wholeCharacter(text, from) : from + space + 1;
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.slice(to - 30, to + 1).search(/\s\S*$/);
  return space < 0 ? wholeCharacter(text, to) : to - 30 + space;
}

function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
