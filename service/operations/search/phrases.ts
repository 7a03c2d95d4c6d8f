import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/platform/db/database.ts';
import { quotedIn } from './prompt.ts';
import { newest } from './rank.ts';
import type { Terms } from './terms.ts';

/** Maximum number of documents with all words of a phrase that are compared with it, the newest. */
const MAX_COMPARED = 2_000;

/** A phrase of a prompt: where its words stand next to each other, in this order. */
export interface Phrase {
  documents: number[];
  /** Labs with the phrase in their name. */
  labs: string[];
}

interface PhraseQueries extends Record<string, unknown> {
  /** All words in any order: read from the index. */
  words: string;
  /** For paths and headlines, which are indexed with stop words. */
  inTitle: string;
  /** For other fields, which are indexed without. */
  inText: string;
  labs: string[];
}

/** The phrases of a prompt. Word endings, case and accents are ignored, as for words. */
export async function phrasesOf(
  db: Database,
  prompt: string,
  { terms, corpusSize }: Terms,
): Promise<Phrase[]> {
  const quoted = quotedIn(prompt);
  if (quoted.length === 0) return [];
  const { rows } = await db.execute<PhraseQueries>(sql`
    select (case when numnode(about) > 0 then about else title end)::text as words,
      phraseto_tsquery('public.search_all_stems', plain)::text as "inTitle",
      phraseto_tsquery('public.search_stems', plain)::text as "inText",
      array(select ocl_id from labs where to_tsvector('public.search_all_stems', search_plain(name)) @@
        phraseto_tsquery('public.search_all_stems', plain) limit 50) as labs
    from unnest(${sql.param(quoted)}::text[]) as phrase,
      lateral (select search_plain(phrase) as plain) plain,
      lateral (select plainto_tsquery('public.search_stems', plain) as about, plainto_tsquery('public.search_all_stems', plain) as title) queries
    where numnode(title) > 0`);
  const shares = new Map(terms.map(({ query, documents }) => [query, documents / corpusSize]));
  return Promise.all(
    rows.map(async ({ words, inTitle, inText, labs }) => {
      const share = words.split(' & ').reduce((product, word) => product * (shares.get(word) ?? 1), 1);
      const where = sql`d.stems @@ ${words}::tsquery`;
      const found = await db.execute<{ id: string }>(sql`
        select id from (${newest({ where, limit: MAX_COMPARED, share: Math.min(1, share) }, sql`true`, corpusSize)}) candidate
        join search_documents d using (id)
        where ts_filter(stems, '{a}') @@ ${inTitle}::tsquery
          or ts_filter(stems, '{b}') @@ ${inText}::tsquery or ts_filter(stems, '{c}') @@ ${inText}::tsquery`);
      return { documents: found.rows.map(({ id }) => Number(id)), labs };
    }),
  );
}

/** The condition on a row `d` of `search_documents` that it has every phrase. */
export function phraseCondition(phrases: Phrase[]): SQL {
  const conditions = phrases.map(
    ({ documents, labs }) =>
      sql`(d.id = any(${sql.param(documents)}::bigint[]) or d.ocl_id = any(${sql.param(labs)}::text[]))`,
  );
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
