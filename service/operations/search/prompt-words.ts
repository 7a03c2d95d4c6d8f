import type { NearWord, PromptWord } from '@labroom/search-index/prompt-terms';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';

/** Maximum number of words of a prompt: more than 2,000 characters of any text have. */
const MAX_WORDS = 400;

/** The words of a prompt, each with at most 50 labs that are named so. */
interface PromptWords {
  words: PromptWord[];
  /** Completions of the last word with other stems. */
  completions: NearWord[];
}

const labsNamed = (stem: string) => `array(select ocl_id from labs
  where to_tsvector('public.search_all_stems', search_plain(name)) @@ plainto_tsquery('simple', ${stem}) and not hidden limit 50)`;

const WORDS_OF_PROMPT = {
  name: 'words of a prompt',
  text: `with prompt as materialized (select $1::text as text), words as materialized (
      select lexeme as word, positions[1] as first, positions[cardinality(positions)] = max(positions[cardinality(positions)]) over () as last, false as compound,
        cardinality(positions) as count
      from prompt, unnest(to_tsvector('public.search_words', search_plain(text)))
      union all
      select lexeme, 10000, false, true, 1 from prompt, unnest(to_tsvector('public.search_words', search_compounds(text)))
      order by first limit ${MAX_WORDS}
    ), stemmed as materialized (
      select *, (ts_lexize('public.search_stem', word))[1] as stem from words
    ), known as materialized (
      select word, stem, compound as "isCompound", count, first, ${labsNamed('stem')} as labs,
        coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as "isStopWord", last and $2::bool as "isLast"
      from stemmed where stem <> ''
    ), longer as materialized (
      select known.word as near, found.word, found.stem, ${labsNamed('found.stem')} as labs,
        row_number() over (order by length(found.word), found.word) as place
      from known cross join lateral (select word, stem from search_words completion
        where completion.word ~>=~ known.word and completion.word ~<~ (known.word || chr(1114111))
        order by length(word), word limit 20) found
      -- Two letters begin too many words to mean one of them.
      where "isLast" and length(known.word) >= 3 and found.stem <> known.stem
    )
    select coalesce((select json_agg(known order by first) from known), '[]') as words,
      coalesce((select json_agg(longer order by place) from longer), '[]') as completions`,
};

/**
 * Splits a prompt like documents, counts each word, and looks up its words and the completions of the last one. A
 * named statement is planned once per connection; planning takes longer than running it.
 */
export async function wordsOfPrompt(db: Database, prompt: string): Promise<PromptWords> {
  const { rows } = await db.$client.query<PromptWords>({
    ...WORDS_OF_PROMPT,
    values: [prompt, /[\p{L}\p{N}]$/u.test(prompt)],
  });
  return rows[0] ?? { words: [], completions: [] };
}

/**
 * Similar words: by trigrams, and by first letter and length, because a short word with two swapped letters shares
 * hardly any trigram.
 */
export async function lookalikes(db: Database, words: string[]): Promise<NearWord[]> {
  const { rows } = await db.execute<Record<string, unknown> & NearWord>(sql`
    select near, found.word, stem, ${sql.raw(labsNamed('stem'))} as labs
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

/** All spellings in documents of words with these stems. */
export async function wordsWithStems(
  db: Database,
  stems: string[],
): Promise<{ word: string; stem: string }[]> {
  const { rows } = await db.execute<{ word: string; stem: string }>(
    sql`select word, stem from search_words where stem = any(${sql.param(stems)}) limit 1000`,
  );
  return rows;
}
