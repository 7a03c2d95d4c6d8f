import type { Database } from '#service/platform/db/database.ts';
import { editDistance } from '#service/platform/edit-distance.ts';
import {
  lookalikes,
  type NearWord,
  nowhere,
  type PromptWord,
  queryOfAny,
  type Reach,
  reachOf,
  wordsOfPrompt,
} from './prompt-words.ts';

/** Maximum number of terms per candidate, and of misspelled words to look up. */
const MAX_TERMS = 16;
const MAX_CORRECTED = 8;

/** A term to search for one word of the prompt. */
export interface Term extends Reach {
  /** Index of the word; terms of one word are alternatives. */
  word: number;
  /** A query in PostgreSQL's notation: stems joined by `|`. */
  query: string;
  size: number;
  /** The rarer, the weightier. */
  weight: number;
  /** A hit on all words must have it or another term of the same word. */
  isRequired: boolean;
}

export interface Terms {
  /** The rarest first. */
  terms: Term[];
  /** Upper bound of the number of documents, and of their numbers. */
  corpusSize: number;
  stems: string[];
  words: string[];
  /** Stems of corrections, each with the unknown word of the prompt. */
  corrected: Map<string, string>;
}

/** The terms of a prompt: its stems, completions of the last word, and corrections of unknown words. */
export async function termsOf(db: Database, prompt: string): Promise<Terms> {
  const { words: all, completions, reach: counted, corpusSize } = await wordsOfPrompt(db, prompt);
  const telling = all.filter((word) => !word.isStopWord);
  const words = telling.some((word) => !word.isCompound) ? telling : all;
  const corrected = await correctionsOf(db, words);
  const alternatives = words.map((word) => {
    const longer = completions.filter(({ near }) => near === word.word);
    return longer.length > 0 || isKnown(word) ? longer : (corrected.get(word.word) ?? []);
  });
  const queries = alternatives.map(queryOfAny);
  const unread = new Set(queries.filter((query) => query !== '' && !counted.has(query)));
  const reach = new Map([...counted, ...(await reachOf(db, [...unread]))]);

  const rarity = (documents: number) => Math.log(1 + corpusSize / (documents + 1));
  const terms = words.flatMap((word, number) => {
    const share = { word: number, isRequired: !word.isCompound };
    const own: Term = {
      ...share,
      query: word.query,
      size: 1,
      documents: word.documents,
      titles: word.titles,
      // Unknown word: no document has all words, except with a correction.
      weight: isKnown(word) ? rarity(word.documents) : 0,
      labs: word.labs,
    };
    const query = queries[number];
    if (!query) return isKnown(word) || own.isRequired ? [own] : [];
    const weight = (isKnown(word) ? 0.3 : 0.8) * rarity(Math.max(word.documents, corpusSize / 50));
    const size = query.split(' | ').length;
    const other: Term = {
      ...share,
      query,
      size,
      weight,
      ...(reach.get(query) ?? nowhere),
    };
    return isKnown(word) ? [own, other] : [other];
  });
  terms.sort((a, b) => b.weight - a.weight);
  const known = words.filter(isKnown);
  const stems = [...known, ...alternatives.flat()].map(({ stem }) => stem);
  const stemsOfKnown = new Set(known.map(({ stem }) => stem));
  const corrections = [...corrected.values()].flat().filter(({ stem }) => !stemsOfKnown.has(stem));
  return {
    terms: terms.slice(0, MAX_TERMS),
    corpusSize,
    stems,
    words: words.map(({ word }) => word),
    corrected: new Map(corrections.map(({ stem, near }) => [stem, near])),
  };
}

/** The terms of each required word. */
export function requiredTerms(terms: Term[]): Map<number, Term[]> {
  return Map.groupBy(
    terms.filter((term) => term.isRequired),
    (term) => term.word,
  );
}

/** Labs with all words of the prompt in their name. */
export function labsWithAll(terms: Term[]): string[] {
  const [first = new Set<string>(), ...others] = [...requiredTerms(terms).values()].map(
    (some) => new Set(some.flatMap(({ labs }) => labs)),
  );
  return [...first].filter((lab) => others.every((labs) => labs.has(lab)));
}

function isKnown({ documents, labs }: PromptWord): boolean {
  return documents > 0 || labs.length > 0;
}

async function correctionsOf(db: Database, words: PromptWord[]) {
  const unknown = words.filter(
    (word) => !isKnown(word) && !word.isCompound && word.word.length <= 40 && allowedEdits(word.word) > 0,
  );
  if (unknown.length === 0) return new Map<string, (NearWord & { edits: number })[]>();
  const found = await lookalikes(
    db,
    unknown.slice(0, MAX_CORRECTED).map(({ word }) => word),
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
