import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../db/database.ts';
import { COUNTED_DOCUMENTS } from './prompt-words.ts';
import type { Term } from './terms.ts';

/** Documents that are weighed at most. */
const MAX_CANDIDATES = 2_000;
/** Weights of classes D, C, B, A of `search_documents.stems`. */
const CLASSES = '{0.1, 0.25, 0.5, 1}';
/** What a word in the lab's name is worth, beside 1 for one in the path or headline. */
const LAB_NAME = 0.15;
/** The constant of reciprocal rank fusion. */
const FUSION = 60;

export interface RankedHit {
  did: string | null;
  announcementId: string | null;
}

interface RankQuery {
  terms: Term[];
  /** Documents (`search_documents.id`) that mean what the prompt means, the nearest first. */
  similar: number[];
  /** On a row `d` of `search_documents`. */
  filter: SQL;
  page: number;
  perPage: number;
}

/**
 * [Note: two rankings in one]
 * A list of documents with all words, those with the words close together first, and a list of documents with any
 * word, weighed by the words' rarity and place: their reciprocal ranks are added. The first alone finds nothing for
 * every fourth prompt, the second alone puts one rare word before all of them. Both are made of a bounded number of
 * candidates, taken newest first from the most telling terms on: no prompt makes the database rank all it has. Where a
 * language model is configured, its list of similar documents is a third.
 */
export async function rank(
  db: Reader,
  { terms, similar, filter, page, perPage }: RankQuery,
): Promise<{ hits: RankedHit[]; totalCount: number }> {
  const required = Map.groupBy(
    terms.filter((term) => term.isRequired),
    (term) => term.word,
  );
  const all = allOf([...required.values()]);
  const allWords = String([...required.keys()].reduce((bits, word) => bits | (1n << BigInt(word)), 0n));
  const { rows } = await db.execute<
    { total: number; id: string | null } & Record<string, unknown> & RankedHit
  >(sql`
    with candidates as materialized (
      select distinct id from (${sql.join(candidates(terms, [...required.values()], filter), sql` union all `)} limit ${MAX_CANDIDATES}) found
    ), by_meaning as materialized (
      select d.id, row_number() over (order by place) as place
      from unnest(${sql.param(similar)}::bigint[]) with ordinality as given(id, place) join search_documents d using (id)
      where ${filter}
    ), terms as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
        as t(word int, query tsquery, size int, weight float8, labs text[], "isRequired" bool)
    ), weighed as materialized (
      select d.id, weight, words = ${allWords}::bigint as has_all,
        case when words = ${allWords}::bigint then ts_rank_cd(${CLASSES}::float4[], unpacked.stems, ${all}::tsquery) else 0 end as closeness
      from candidates join search_documents d using (id)
      -- Unpacked once, not for every function that looks at it.
      cross join lateral (select d.stems || ''::tsvector as stems offset 0) unpacked
      cross join lateral (
        select sum(t.weight * (t.size * in_text + in_name)) as weight,
          bit_or(case when t."isRequired" and in_text + in_name > 0 then 1::bigint << t.word else 0 end) as words
        from terms t cross join lateral (
          select ts_rank(${CLASSES}::float4[], unpacked.stems, t.query) as in_text,
            case when d.ocl_id = any(t.labs) then ${LAB_NAME}::float8 else 0 end as in_name) found
      ) weights
    ), by_words as (
      select id, 1.0 / (${FUSION} + rank() over (order by weight desc))
        + case when has_all then 1.0 / (${FUSION} + rank() over (order by has_all desc, closeness desc, weight desc)) else 0 end as score
      from weighed
    ), ranked as materialized (
      select id, coalesce(score, 0) + coalesce(1.0 / (${FUSION} + place), 0) as score
      from by_words full join by_meaning using (id)
    )
    select total, page.id, f.did, d.announcement_id as "announcementId"
    from (select count(*)::int as total from ranked) counted
    left join lateral (
      select id, score from ranked order by score desc, id desc limit ${perPage} offset ${page * perPage}
    ) page on true
    left join search_documents d on d.id = page.id
    left join files f on f.id = d.file_id
    order by score desc, page.id desc`);
  const hits = rows.filter((row) => row.id !== null);
  return { hits, totalCount: rows[0]?.total ?? 0 };
}

/** Portions of candidates, the most promising first; the outer limit ends the reading early. */
function candidates(terms: Term[], required: Term[][], filter: SQL): SQL[] {
  const newest = sql`d.id`;
  // No index has this order: all matches are taken from the index of words, instead of looking for them newest first.
  const newestOfFew = sql`d.id + 0`;
  const portion = (condition: SQL, limit: number, order = newest) =>
    sql`(select d.id from search_documents d where ${condition} and ${filter} order by ${order} desc limit ${limit})`;
  const matches = (query: string) => sql`d.stems @@ ${query}::tsquery`;
  const orderOf = (some: Term[], place: 'documents' | 'titles') =>
    some.reduce((sum, term) => sum + term[place], 0) < COUNTED_DOCUMENTS ? newestOfFew : newest;
  // With one word that few have, few have all.
  const orderOfAll = (place: 'documents' | 'titles') =>
    required.map((some) => orderOf(some, place)).find((order) => order === newestOfFew) ?? newest;
  if (terms.length === 0) return [sql`(select null::bigint as id where false)`];
  return [
    portion(sql`ts_filter(d.stems, '{a}') @@ ${allOf(required)}::tsquery`, 500, orderOfAll('titles')),
    portion(matches(allOf(required)), 500, orderOfAll('documents')),
    ...namedLabs(required).map(({ labs, rest }) => {
      const inLabs = sql`d.ocl_id = any(${sql.param(labs)})`;
      return portion(rest ? sql`${inLabs} and ${matches(rest)}` : inLabs, 200);
    }),
    ...terms.map((term) => portion(matches(term.query), 1_000, orderOf([term], 'documents'))),
  ];
}

/** All of the words, each by any of its terms. */
function allOf(words: Term[][]): string {
  return words.map((terms) => `(${terms.map(({ query }) => query).join(' | ')})`).join(' & ');
}

/** Labs whose names have words of the prompt, with the words that their documents must have then. */
function namedLabs(required: Term[][]): { labs: string[]; rest: string }[] {
  const named = [...new Set(required.flat().flatMap(({ labs }) => labs))].map((lab) => ({
    lab,
    rest: allOf(required.filter((terms) => !terms.some(({ labs }) => labs.includes(lab)))),
  }));
  const byRest = [...Map.groupBy(named, ({ rest }) => rest)];
  // The fewer words are left over, the more of the prompt is the lab's name.
  byRest.sort(([a], [b]) => a.length - b.length);
  return byRest.slice(0, 4).map(([rest, some]) => ({ rest, labs: some.map(({ lab }) => lab) }));
}
