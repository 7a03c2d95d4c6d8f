import type { SearchIndex, SoughtWord } from '#core/ports/search-index.ts';
import type { Database } from '#platform/db/database.ts';
import { editDistance } from '#platform/text/edit-distance.ts';
import { lookalikes, type NearWord, type PromptWord, wordsOfPrompt } from './prompt-words.ts';

/** Maximum number of misspelled words to look up. */
const MAX_CORRECTED = 8;

export interface Terms {
  /** What to search for. */
  sought: SoughtWord[];
  /** Labs with all words of the prompt in their name. */
  named: string[];
  stems: string[];
  words: string[];
  /** Stems of corrections, each with the unknown word of the prompt. */
  corrected: Map<string, string>;
}

/** The terms of a prompt: its stems, completions of the last word, and corrections of unknown words. */
export async function termsOf(db: Database, index: SearchIndex, prompt: string): Promise<Terms> {
  const { words: all, completions } = await wordsOfPrompt(db, prompt);
  const telling = all.filter((word) => !word.isStopWord);
  const words = telling.some((word) => !word.isCompound) ? telling : all;
  const counts = await index.documentsWith(words.map(({ stem }) => stem));
  const known = words.filter(({ labs }, at) => labs.length > 0 || (counts[at] ?? 0) > 0);
  const isKnown = new Set(known);
  const unknown = words.filter((word) => !isKnown.has(word));
  const corrected = await correctionsOf(db, unknown);
  const alternatives = words.map((word) => {
    const longer = completions.filter(({ near }) => near === word.word);
    return longer.length > 0 || isKnown.has(word) ? longer : (corrected.get(word.word) ?? []);
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
  const corrections = [...corrected.values()].flat().filter(({ stem }) => !stemsOfKnown.has(stem));
  return {
    sought,
    named,
    stems: [...known, ...alternatives.flat()].map(({ stem }) => stem),
    words: words.map(({ word }) => word),
    corrected: new Map(corrections.map(({ stem, near }) => [stem, near])),
  };
}

async function correctionsOf(db: Database, unknown: PromptWord[]): Promise<Map<string, NearWord[]>> {
  const correctable = unknown.filter(
    (word) => !word.isCompound && word.word.length <= 40 && allowedEdits(word.word) > 0,
  );
  if (correctable.length === 0) return new Map();
  const found = await lookalikes(
    db,
    correctable.slice(0, MAX_CORRECTED).map(({ word }) => word),
  );
  const measured = found
    .map((one) => ({ ...one, edits: editDistance(one.near, one.word) }))
    .filter(({ near, edits }) => edits <= allowedEdits(near))
    .sort((a, b) => a.edits - b.edits);
  const byWord = Map.groupBy(measured, ({ near }) => near);
  return new Map([...byWord].map(([near, some]) => [near, nearest(some)]));
}

function nearest<T extends { edits: number }>(sorted: T[]): T[] {
  return sorted.filter(({ edits }) => edits === sorted[0]?.edits).slice(0, 5);
}

/** Corrections of short words and of numbers would match too much. */
function allowedEdits(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}
