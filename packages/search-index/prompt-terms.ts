import type { SoughtWord } from './rank-question.ts';

/** A stem with the labs that have it in their name. */
interface KnownStem {
  stem: string;
  labs: string[];
}

/** A word of a prompt. */
export interface PromptWord extends KnownStem {
  /** Lowercase, without accents. */
  word: string;
  /** A stop word such as `the`; running text is indexed without it. */
  isStopWord: boolean;
  /** Parts that the prompt joins by a hyphen, in one: documents may write it so, but need not. */
  isCompound: boolean;
  /** How often the prompt has the word; 1 for a compound. */
  count: number;
}

/** A word that stands for one of the prompt: a completion or a correction. */
export interface NearWord extends KnownStem {
  /** The word of the prompt. */
  near: string;
  word: string;
}

/** What is searched for with a prompt. */
export interface PromptTerms {
  /** What to search for. */
  sought: SoughtWord[];
  /** Labs with all words of the prompt in their name. */
  named: string[];
  stems: string[];
  words: string[];
  /** Stems of corrections, each with the unknown word of the prompt. */
  corrected: Map<string, string>;
}

/** The words of a prompt without its stop words, unless it has no others. */
export function tellingWords(all: PromptWord[]): PromptWord[] {
  const telling = all.filter((word) => !word.isStopWord);
  return telling.some((word) => !word.isCompound) ? telling : all;
}

/** The words that a document or the name of a lab has. `counts`: the number of documents with each. */
export function knownWords(words: PromptWord[], counts: readonly number[]): PromptWord[] {
  return words.filter(({ labs }, at) => labs.length > 0 || (counts[at] ?? 0) > 0);
}

/** Whether an unknown word may be a misspelled one. Corrections of short words and of numbers would match too much. */
export function isCorrectable({ word, isCompound }: PromptWord): boolean {
  return !isCompound && word.length <= 40 && allowedEdits(word) > 0;
}

/** The corrections of each unknown word: at most five, of the known words with the fewest edits. */
export function nearestWords(found: (NearWord & { edits: number })[]): Map<string, NearWord[]> {
  const close = found
    .filter(({ near, edits }) => edits <= allowedEdits(near))
    .sort((a, b) => a.edits - b.edits);
  const byWord = Map.groupBy(close, ({ near }) => near);
  return new Map([...byWord].map(([near, some]) => [near, firstOf(some)]));
}

/** The terms of a prompt: its stems, completions of the last word, and corrections of unknown words. */
export function promptTerms(
  words: PromptWord[],
  known: PromptWord[],
  completions: NearWord[],
  corrections: ReadonlyMap<string, NearWord[]>,
): PromptTerms {
  const isKnown = new Set(known);
  const alternatives = words.map((word) => {
    const longer = completions.filter(({ near }) => near === word.word);
    return longer.length > 0 || isKnown.has(word) ? longer : (corrections.get(word.word) ?? []);
  });
  const sought = words.map((word, number): SoughtWord => {
    const others = alternatives[number] ?? [];
    const own = isKnown.has(word) ? [{ stems: [word.stem], share: 1 }] : [];
    const stems = [...new Set(others.map(({ stem }) => stem))];
    const other = stems.length > 0 ? [{ stems, share: own.length > 0 ? 0.3 : 0.8 }] : [];
    const labs = new Set([...word.labs, ...others.flatMap((near) => near.labs)]);
    return { groups: [...own, ...other], count: word.count, labs: [...labs] };
  });
  const [first, ...rest] = sought.filter((_, number) => !words[number]?.isCompound).map(({ labs }) => labs);
  const named = (first ?? []).filter((lab) => rest.every((labs) => labs.includes(lab)));
  const stemsOfKnown = new Set(known.map(({ stem }) => stem));
  const corrected = [...corrections.values()].flat().filter(({ stem }) => !stemsOfKnown.has(stem));
  return {
    sought,
    named,
    stems: [...known, ...alternatives.flat()].map(({ stem }) => stem),
    words: words.map(({ word }) => word),
    corrected: new Map(corrected.map(({ stem, near }) => [stem, near])),
  };
}

function firstOf<T extends { edits: number }>(sorted: T[]): T[] {
  return sorted.filter(({ edits }) => edits === sorted[0]?.edits).slice(0, 5);
}

function allowedEdits(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}
