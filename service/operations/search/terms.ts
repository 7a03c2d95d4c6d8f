import { editDistance } from '@labroom/protocol/edit-distance';
import {
  isCorrectable,
  knownWords,
  type NearWord,
  nearestWords,
  type PromptTerms,
  type PromptWord,
  promptTerms,
  tellingWords,
} from '@labroom/search-index/prompt-terms';
import type { SearchIndex } from '#core/ports/search-index.ts';
import type { Database } from '#platform/db/database.ts';
import { lookalikes, wordsOfPrompt } from './prompt-words.ts';

/** Maximum number of misspelled words to look up. */
const MAX_CORRECTED = 8;

/** The terms of a prompt: its stems, completions of the last word, and corrections of unknown words. */
export async function termsOf(db: Database, index: SearchIndex, prompt: string): Promise<PromptTerms> {
  const { words: all, completions } = await wordsOfPrompt(db, prompt);
  const words = tellingWords(all);
  const known = knownWords(words, await index.documentsWith(words.map(({ stem }) => stem)));
  const isKnown = new Set(known);
  const unknown = words.filter((word) => !isKnown.has(word));
  return promptTerms(words, known, completions, await correctionsOf(db, unknown));
}

async function correctionsOf(db: Database, unknown: PromptWord[]): Promise<Map<string, NearWord[]>> {
  const correctable = unknown.filter(isCorrectable);
  if (correctable.length === 0) return new Map();
  const found = await lookalikes(
    db,
    correctable.slice(0, MAX_CORRECTED).map(({ word }) => word),
  );
  return nearestWords(found.map((one) => ({ ...one, edits: editDistance(one.near, one.word) })));
}
