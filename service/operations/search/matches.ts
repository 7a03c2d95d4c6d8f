import { SEARCHED, snippetOf, wordsIn } from '@labroom/search-index/snippet';
import type { SearchField, SearchMatch } from '#contract/schema.generated.ts';
import type { HighlightedWords } from './search-labs.ts';

/** Maximum number of matching tags, and of matching categories, of one hit. */
const MAX_LABELS = 5;

/** Searched fields of a hit with their texts. */
type SearchedTexts = Partial<Record<SearchField, string | null | readonly string[]>>;

/** The fields that have words of the prompt, in the order given. */
export async function matchesIn(texts: SearchedTexts, words: HighlightedWords): Promise<SearchMatch[]> {
  const wanted = await words();
  const fields = Object.entries(texts) as [SearchField, SearchedTexts[SearchField]][];
  return fields.flatMap(([field, text]) => {
    const some = typeof text === 'string' ? [text] : (text ?? []);
    return some.flatMap((one) => matchOf(field, one, wanted) ?? []).slice(0, MAX_LABELS);
  });
}

type Wanted = Awaited<ReturnType<HighlightedWords>>;

function matchOf(field: SearchField, text: string, wanted: Wanted): SearchMatch | null {
  if (wordsIn(text.slice(0, SEARCHED), wanted).length === 0) return null;
  const { text: passage } = snippetOf(text, wanted);
  const found = wordsIn(passage, wanted);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of found) {
    parts.push(passage.slice(at, start), passage.slice(start, end));
    at = end;
  }
  parts.push(passage.slice(at));
  return { field, parts, replaces: found.map(({ word }) => wanted.get(word) ?? null) };
}
