import { type SQL, sql } from 'drizzle-orm';
import { files } from '#platform/db/tables/files.ts';

/** Path, description and tags of a file, parted by line breaks. */
export const fileWords = sql`public.file_words(${files.path}, ${files.description}, ${files.tags})`;

/** Letters that the index holds together. */
const TRIGRAM = 3;
/** Letters of a text that are looked up. */
const MOST_LETTERS = 64;

/**
 * Finds the files of a lab whose words have all trigrams of a text, by an index, and possibly others: the caller compares the text
 * itself. Undefined for a text that is too short to look up.
 */
export function mayContain(oclId: string, text: string): SQL | undefined {
  const letters = Array.from(text).slice(0, MOST_LETTERS);
  if (letters.length < TRIGRAM) return undefined;
  return sql`public.file_trigrams(${files.oclId}, ${fileWords}) @> public.file_trigrams(${oclId}, ${letters.join('')})`;
}
