import { sql } from 'drizzle-orm';
import type { SearchIndex } from '#core/ports/search-index.ts';
import { quotedIn } from '#core/search/prompt.ts';
import type { Database } from '#platform/db/database.ts';

/** Maximum number of documents with all words of a phrase that are compared with it, the newest. */
const MAX_COMPARED = 2_000;

/** A phrase of a prompt: where its words stand next to each other, in this order. */
export interface Phrase {
  documents: number[];
  /** Labs with the phrase in their name. */
  labs: string[];
}

interface PhraseQueries extends Record<string, unknown> {
  stems: string[];
  /** For paths and headlines, which are indexed with stop words. */
  inTitle: string;
  /** For other fields, which are indexed without. */
  inText: string;
  labs: string[];
}

/** The phrases of a prompt. Word endings, case and accents are ignored, as for words. */
export async function phrasesOf(db: Database, index: SearchIndex, prompt: string): Promise<Phrase[]> {
  const quoted = quotedIn(prompt);
  if (quoted.length === 0) return [];
  const { rows } = await db.execute<PhraseQueries>(sql`
    select tsvector_to_array(case when about = '' then title else about end) as stems,
      phraseto_tsquery('public.search_all_stems', plain)::text as "inTitle",
      phraseto_tsquery('public.search_stems', plain)::text as "inText",
      array(select ocl_id from labs where to_tsvector('public.search_all_stems', search_plain(name)) @@
        phraseto_tsquery('public.search_all_stems', plain) and not hidden limit 50) as labs
    from unnest(${sql.param(quoted)}::text[]) as phrase,
      lateral (select search_plain(phrase) as plain) plain,
      lateral (select to_tsvector('public.search_stems', plain) as about, to_tsvector('public.search_all_stems', plain) as title) vectors
    where title <> ''`);
  return Promise.all(
    rows.map(async ({ stems, inTitle, inText, labs }) => {
      const candidates = await index.withAll(stems, MAX_COMPARED);
      const found = await db.execute<{ id: string }>(sql`
        select id from search_documents where id = any(${sql.param(candidates)}::bigint[])
          and (ts_filter(stems, '{a}') @@ ${inTitle}::tsquery
            or ts_filter(stems, '{b}') @@ ${inText}::tsquery or ts_filter(stems, '{c}') @@ ${inText}::tsquery)`);
      return { documents: found.rows.map(({ id }) => Number(id)), labs };
    }),
  );
}
