import { sql } from 'drizzle-orm';
import type { Database } from '#service/platform/db/database.ts';

/** Maximum number of words of a prompt. */
const MAX_WORDS = 32;
/** Maximum number of documents of a query that are counted. */
export const COUNTED_DOCUMENTS = 2_000;

/** Document counts of a query. */
export interface Reach {
  /** Matching documents: counted if few, else estimated, or the counting limit. */
  documents: number;
  /** Of these, documents that match in their path or headline. */
  titles: number;
  /** Labs with this word in their name, at most 50. */
  labs: string[];
}

export const nowhere: Reach = { documents: 0, titles: 0, labs: [] };

/** A word of a prompt with its index statistics. */
export interface PromptWord extends Reach {
  /** Lowercase, without accents. */
  word: string;
  stem: string;
  /** The stem as a query, quoted by PostgreSQL. */
  query: string;
  /** A stop word such as `the`; running text is indexed without it. */
  isStopWord: boolean;
  /** It is the end of the prompt, so it may be unfinished. */
  isLast: boolean;
  /** Parts that the prompt joins by a hyphen, in one: documents may write it so, but need not. */
  isCompound: boolean;
}

export interface PromptWords {
  words: PromptWord[];
  /** Completions of the last word with other stems. */
  completions: NearWord[];
  /** Document counts of each word and of all completions. */
  reach: Map<string, Reach>;
  /** Upper bound of the number of documents: what rarity is measured against. */
  corpusSize: number;
}

/**
 * Document counts of each query in the relation `asked`. Uses the statistics of PostgreSQL for frequent words; counts
 * rare ones with the index.
 */
const REACHES = `frequent as materialized (
      select tablename = 'search_documents' as in_text, most_common_elems::text::text[] as stems, most_common_elem_freqs as shares,
        (select max(id) from search_documents) as corpus_size
      from pg_stats where schemaname = current_schema()
        and (tablename, attname) in (('search_documents', 'stems'), ('search_documents_titles', 'ts_filter'))
    ), estimates as materialized (
      select query, round(sum(documents) filter (where in_text)) as documents, round(sum(documents) filter (where not in_text)) as titles
      from asked, unnest(string_to_array(query, ' | ')) as stem, frequent,
        lateral (select corpus_size * shares[array_position(stems, trim(both '''' from stem))] as documents) known
      where documents >= ${COUNTED_DOCUMENTS} group by query
    ), reaches as (
      select query, coalesce(documents, (select count(*) from
          (select from search_documents where stems @@ query::tsquery limit ${COUNTED_DOCUMENTS}) d)) as documents,
        coalesce(titles, (select count(*) from
          (select from search_documents where ts_filter(stems, '{a}') @@ query::tsquery limit ${COUNTED_DOCUMENTS}) d)) as titles,
        array(select ocl_id from labs where to_tsvector('public.search_all_stems', search_plain(name)) @@ query::tsquery limit 50) as labs
      from asked left join estimates using (query)
    )`;

const WORDS_OF_PROMPT = {
  name: 'words of a prompt',
  text: `with prompt as materialized (select $1::text as text), words as materialized (
      select lexeme as word, positions[1] as first, positions[cardinality(positions)] = max(positions[cardinality(positions)]) over () as last, false as compound
      from prompt, unnest(to_tsvector('public.search_words', search_plain(text)))
      union all
      select lexeme, 10000, false, true from prompt, unnest(to_tsvector('public.search_words', search_compounds(text)))
      order by first limit ${MAX_WORDS}
    ), stemmed as materialized (
      select *, (ts_lexize('public.search_stem', word))[1] as stem from words
    ), queries as materialized (
      select word, stem, plainto_tsquery('simple', stem)::text as query, compound as "isCompound", first,
        coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as "isStopWord", last and $2::bool as "isLast"
      from stemmed where stem <> '' and numnode(plainto_tsquery('simple', stem)) > 0
    ), longer as materialized (
      select queries.word as near, found.word, found.stem, plainto_tsquery('simple', found.stem)::text as query,
        row_number() over (order by length(found.word), found.word) as place
      from queries cross join lateral (select word, stem from search_words completion
        where completion.word ~>=~ queries.word and completion.word ~<~ (queries.word || chr(1114111))
        order by length(word), word limit 20) found
      -- Two letters begin too many words to mean one of them.
      where "isLast" and length(queries.word) >= 3 and found.stem <> queries.stem
    ), asked as materialized (
      select distinct query from queries
      union
      select string_agg(query, ' | ' order by place) from (select query, min(place) as place from longer group by query) stems having count(*) > 0
    ), ${REACHES}
    select coalesce((select json_agg(queries order by first) from queries), '[]') as words,
      coalesce((select json_agg(longer order by place) from longer), '[]') as completions,
      coalesce((select json_agg(reaches) from reaches), '[]') as reaches,
      coalesce((select max(id) from search_documents), 0)::float8 as "corpusSize"`,
};

const REACH_OF_QUERIES = {
  name: 'reach of queries',
  text: `with asked as materialized (select unnest($1::text[]) as query), ${REACHES} select json_agg(reaches) as reaches from reaches`,
};

type QueryReach = Reach & { query: string };

/**
 * Splits a prompt like documents, removes duplicates, and looks up its words and the completions of the last one. A
 * named statement is planned once per connection; planning takes longer than running it.
 */
export async function wordsOfPrompt(db: Database, prompt: string): Promise<PromptWords> {
  const { rows } = await db.$client.query<
    Pick<PromptWords, 'completions' | 'corpusSize'> & {
      words: Omit<PromptWord, keyof Reach>[];
      reaches: QueryReach[];
    }
  >({ ...WORDS_OF_PROMPT, values: [prompt, !/\s$/.test(prompt)] });
  const { words = [], completions = [], reaches = [], corpusSize = 0 } = rows[0] ?? {};
  const reach = byQuery(reaches);
  const completed = words.map((word) => ({ ...word, ...(reach.get(word.query) ?? nowhere) }));
  return { words: completed, completions, reach, corpusSize };
}

/** Document counts of each query. */
export async function reachOf(db: Database, queries: string[]): Promise<Map<string, Reach>> {
  if (queries.length === 0) return new Map();
  const { rows } = await db.$client.query<{ reaches: QueryReach[] }>({
    ...REACH_OF_QUERIES,
    values: [queries],
  });
  return byQuery(rows[0]?.reaches ?? []);
}

function byQuery(reaches: QueryReach[]): Map<string, Reach> {
  return new Map(reaches.map(({ query, ...reach }) => [query, reach]));
}

export interface NearWord {
  /** The requested word. */
  near: string;
  word: string;
  stem: string;
  query: string;
}

/** A tsquery for any of these words; empty without words. */
export function queryOfAny(words: NearWord[]): string {
  return [...new Set(words.map(({ query }) => query))].join(' | ');
}

/**
 * Similar words: by trigrams, and by first letter and length, because a short word with two swapped letters shares
 * hardly any trigram.
 */
export async function lookalikes(db: Database, words: string[]): Promise<NearWord[]> {
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
