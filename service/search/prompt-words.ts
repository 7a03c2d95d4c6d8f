import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../db/database.ts';
import { prefixPattern } from '../db/like-pattern.ts';

/** Words of a prompt that are read. */
const MAX_WORDS = 32;
/** How far the documents of a query are counted. */
export const COUNTED_DOCUMENTS = 5_000;

/** Where something to look for is found. */
export interface Reach {
  /** Documents that have it, counted up to a limit. */
  documents: number;
  /** Those of them that have it in their path or headline, counted up to the same limit. */
  titles: number;
  /** Labs that have it in their name, at most 50. */
  labs: string[];
}

export const nowhere: Reach = { documents: 0, titles: 0, labs: [] };

/** A word of a prompt and what the index knows of it. */
export interface PromptWord extends Reach {
  /** Lowercase, without accents. */
  word: string;
  stem: string;
  /** The stem as a query, quoted by PostgreSQL. */
  query: string;
  /** It says nothing by itself, as `the`; running text is indexed without it. */
  isStopWord: boolean;
  /** It is the end of the prompt, so it may be unfinished. */
  isLast: boolean;
  /** Parts that the prompt joins by a hyphen, in one: documents may write it so, but need not. */
  isCompound: boolean;
}

/** A prompt in its words. */
export interface PromptWords {
  words: PromptWord[];
  /** What its last word may become: other stems than its own. */
  completions: NearWord[];
  /** Where the query of all completions leads. */
  reachOfCompletions: Map<string, Reach>;
  /** Upper bound of the number of documents: what rarity is measured against. */
  corpusSize: number;
}

/** Splits a prompt as documents were split, in its order, each word once, and looks its words up. */
export async function wordsOfPrompt(db: Reader, prompt: string): Promise<PromptWords> {
  const { rows } = await db.execute<
    Record<string, unknown> & Omit<PromptWord, keyof Reach> & { corpusSize: string | null }
  >(sql`
    with prompt as materialized (select ${prompt}::text as text), words as materialized (
      select lexeme as word, positions[1] as first, positions[cardinality(positions)] = max(positions[cardinality(positions)]) over () as last, false as compound
      from prompt, unnest(to_tsvector('public.search_words', search_plain(text)))
      union all
      select lexeme, 10000, false, true from prompt, unnest(to_tsvector('public.search_words', search_compounds(text)))
      order by first limit ${MAX_WORDS}
    ), stemmed as materialized (
      select *, (ts_lexize('public.search_stem', word))[1] as stem from words
    ), queries as materialized (
      select *, plainto_tsquery('simple', stem) as query from stemmed where stem <> ''
    )
    select word, stem, query::text as "query", compound as "isCompound",
      coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as "isStopWord",
      last and ${!/\s$/.test(prompt)} as "isLast", (select max(id) from search_documents) as "corpusSize"
    from queries where numnode(query) > 0 order by first`);
  const last = rows.find((word) => word.isLast);
  const [reach, completed] = await Promise.all([
    reachOf(db, [...new Set(rows.map(({ query }) => query))]),
    // Two letters begin too many words to mean one of them.
    last && last.word.length >= 3
      ? completionsOf(db, last)
      : { completions: [], reachOfCompletions: new Map() },
  ]);
  return {
    words: rows.map(({ corpusSize: _, ...word }) => ({ ...word, ...(reach.get(word.query) ?? nowhere) })),
    ...completed,
    corpusSize: Number(rows[0]?.corpusSize ?? 0),
  };
}

interface NearWord {
  /** The word that was asked about. */
  near: string;
  word: string;
  stem: string;
  query: string;
}

async function completionsOf(db: Reader, { word, stem }: { word: string; stem: string }) {
  const found = (await completions(db, word)).filter((longer) => longer.stem !== stem);
  const query = queryOfAny(found);
  return { completions: found, reachOfCompletions: await reachOf(db, query === '' ? [] : [query]) };
}

/** A query for any of some words; empty where there is none. */
export function queryOfAny(words: NearWord[]): string {
  return [...new Set(words.map(({ query }) => query))].join(' | ');
}

/** Words that begin like this one, the shortest first. */
async function completions(db: Reader, word: string): Promise<NearWord[]> {
  const { rows } = await db.execute<Record<string, unknown> & NearWord>(sql`
    select ${word}::text as near, word, stem, plainto_tsquery('simple', stem)::text as query
    from search_words where word like ${prefixPattern(word)} order by length(word), word limit 20`);
  return rows;
}

/**
 * Words that look like these: by trigrams, and, as a short word with two letters swapped has hardly a trigram left, by
 * their first letter and length.
 */
export async function lookalikes(db: Reader, words: string[]): Promise<NearWord[]> {
  const { rows } = await db.execute<Record<string, unknown> & NearWord>(sql`
    select near, found.word, stem, plainto_tsquery('simple', stem)::text as query
    from unnest(${sql.param(words)}::text[]) near, lateral (
      (select word, stem from search_words where word % near order by similarity(word, near) desc, word limit 40)
      union
      (select word, stem from search_words
       where length(near) < 8 and word like left(near, 1) || '%' and length(word) between length(near) - 1 and length(near) + 1
         and levenshtein_less_equal(word, near, 2) <= 2
       order by word limit 40)
    ) found`);
  return rows;
}

/** Where each of these queries leads. Each is planned for itself: what is right for a rare word is not for a frequent one. */
export async function reachOf(db: Reader, queries: string[]): Promise<Map<string, Reach>> {
  if (queries.length === 0) return new Map();
  const counted = (condition: SQL) =>
    sql`(select count(*)::int from (select from search_documents where ${condition} limit ${COUNTED_DOCUMENTS}) d)`;
  const lookups = queries.map(
    (query) => sql`select ${query}::text as query, ${counted(sql`stems @@ ${query}::tsquery`)} as documents,
      ${counted(sql`ts_filter(stems, '{a}') @@ ${query}::tsquery`)} as titles,
      array(select ocl_id from labs where to_tsvector('public.search_all_stems', search_plain(name)) @@ ${query}::tsquery limit 50) as labs`,
  );
  const { rows } = await db.execute<Record<string, unknown> & Reach & { query: string }>(
    sql.join(lookups, sql` union all `),
  );
  return new Map(rows.map(({ query, ...reach }) => [query, reach]));
}

/** Every way in which documents write words with these stems. */
export async function wordsWithStems(db: Reader, stems: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(
    sql`select word from search_words where stem = any(${sql.param(stems)}) limit 1000`,
  );
  return rows.map(({ word }) => word);
}
