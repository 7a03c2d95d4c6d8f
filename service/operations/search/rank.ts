import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/platform/db/database.ts';
import { requiredTerms, type Term } from './terms.ts';

/** Maximum number of candidates, and of candidates for one term. */
const MAX_CANDIDATES = 2_000;
const MAX_OF_TERM = 1_000;
/** Weights of classes D, C, B, A of `search_documents.stems`. */
const CLASSES = '{0.1, 0.25, 0.5, 1}';
/** Weight of a word in the lab's name, relative to 1 for a word in the path or headline. */
const LAB_NAME = 0.15;
/** The constant of reciprocal rank fusion. */
const FUSION = 60;

export interface RankedHit {
  did: string | null;
  announcementId: string | null;
}

interface RankQuery {
  terms: Term[];
  /** Upper bound of the number of documents, and of their numbers. */
  corpusSize: number;
  /** Documents (`search_documents.id`) with a similar meaning, nearest first. */
  similar: number[];
  /** On a row `d` of `search_documents`. */
  filter: SQL;
  /** Whether documents that match by the name of their lab only are hits. */
  listLabFiles: boolean;
  page: number;
  perPage: number;
}

/** A batch of candidates with a common property. */
interface Portion {
  where: SQL;
  limit: number;
  /** Estimated share of all documents. */
  share: number;
}

/**
 * [Note: two rankings in one] Combines two lists by the sum of reciprocal ranks: documents with all words, closest
 * together first, and documents with any word, weighted by rarity and position of the words. The first list alone is
 * empty for every fourth prompt; the second alone ranks one rare word above all. Both use a bounded number of
 * candidates, newest first, beginning with the rarest terms, so no prompt makes the database rank everything. If a
 * language model is configured, similar documents are a third list.
 */
const RANKING = {
  // Named, so it is planned once per connection; planning takes as long as ranking a rare word.
  name: 'ranking of candidates',
  text: `with by_meaning as materialized (
      select id, place from unnest($2::bigint[]) with ordinality as given(id, place)
    ), terms as materialized (
      select * from jsonb_to_recordset($3::jsonb)
        as t(word int, query tsquery, size int, weight float8, labs text[], "isRequired" bool)
    ), weighed as materialized (
      select d.id, weight, words = $4::bigint as has_all,
        case when words = $4::bigint then ts_rank_cd('${CLASSES}'::float4[], unpacked.stems, $5::tsquery) else 0 end as closeness
      from unnest($1::bigint[]) as candidate(id) join search_documents d using (id)
      -- Unpacked once, not for every function that looks at it.
      cross join lateral (select d.stems || ''::tsvector as stems offset 0) unpacked
      cross join lateral (
        select sum(t.weight * (t.size * in_text + in_name)) as weight,
          bit_or(case when t."isRequired" and in_text + in_name > 0 then 1::bigint << t.word else 0 end) as words
        from terms t cross join lateral (
          select ts_rank('${CLASSES}'::float4[], unpacked.stems, t.query) as in_text,
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
    left join lateral (select id, score from ranked order by score desc, id desc limit $6 offset $7) page on true
    left join search_documents d on d.id = page.id
    left join files f on f.id = d.file_id
    order by score desc, page.id desc`,
};

/** A page of the ranking, see there. */
export async function rank(
  db: Database,
  query: RankQuery,
): Promise<{ hits: RankedHit[]; totalCount: number }> {
  const { terms, similar, filter, page, perPage } = query;
  const required = requiredTerms(terms);
  const all = [...required.values()];
  const allWords = String([...required.keys()].reduce((bits, word) => bits | (1n << BigInt(word)), 0n));
  const found = await db.execute<{ candidates: string | null; nearest: string | null }>(sql`
    select (select array_agg(distinct id)::text from (
        select id from (${sql.join(candidates(query, all), sql` union all `)}) found limit ${MAX_CANDIDATES}) taken) as candidates,
      (select array_agg(d.id order by place)::text
        from unnest(${sql.param(similar)}::bigint[]) with ordinality as given(id, place) join search_documents d using (id)
        where ${filter}) as nearest`);
  const { candidates: documents, nearest } = found.rows[0] ?? {};
  const { rows } = await db.$client.query<{ total: number; id: string | null } & RankedHit>({
    ...RANKING,
    values: [documents, nearest, JSON.stringify(terms), allWords, allOf(all), perPage, page * perPage],
  });
  const hits = rows.filter((row) => row.id !== null);
  return { hits, totalCount: rows[0]?.total ?? 0 };
}

/** Batches of candidates, most selective first; the outer limit ends reading early. */
function candidates({ terms, corpusSize, filter, listLabFiles }: RankQuery, required: Term[][]): SQL[] {
  const matches = (query: string) => sql`d.stems @@ ${query}::tsquery`;
  const ofTerm = (term: Term) => ({
    where: matches(term.query),
    limit: MAX_OF_TERM,
    share: shareOf([term], 'documents'),
  });
  const ofAll = (place: 'documents' | 'titles') =>
    required.reduce((share, some) => share * shareOf(some, place), 1);
  function shareOf(some: Term[], place: 'documents' | 'titles') {
    return Math.min(1, some.reduce((sum, term) => sum + term[place], 0) / corpusSize);
  }
  // The batch of a rare word includes all documents that have all words.
  const few = required.find((some) => shareOf(some, 'documents') * corpusSize <= MAX_OF_TERM) ?? [];
  const all = allOf(required);
  const whole = [
    { where: sql`ts_filter(d.stems, '{a}') @@ ${all}::tsquery`, limit: 500, share: ofAll('titles') },
    { where: matches(all), limit: 500, share: ofAll('documents') },
  ];
  const named = namedLabs(required).filter(({ rest }) => listLabFiles || rest !== '');
  const ofLabs = named.map(({ labs, rest }) => {
    const inLabs = sql`d.ocl_id = any(${sql.param(labs)})`;
    return { where: rest ? sql`${inLabs} and ${matches(rest)}` : inLabs, limit: 200, share: 0 };
  });
  const rest = terms.filter((term) => !few.includes(term));
  const portions = [...(few.length > 0 ? few.map(ofTerm) : whole), ...ofLabs, ...rest.map(ofTerm)];
  if (portions.length === 0) return [sql`select null::bigint as id where false`];
  return portions.map((portion) => newest(portion, filter, corpusSize));
}

/**
 * The newest documents of a batch. If many match, they are found quickly by scanning from the newest document.
 * Otherwise all of them are read from the index of words (`id + 0` prevents the use of the order by id). Fetching one
 * costs as much as skipping four.
 */
export function newest({ where, limit, share }: Portion, filter: SQL, corpusSize: number): SQL {
  const order = limit / share < 4 * share * corpusSize ? sql`d.id` : sql`d.id + 0`;
  return sql`select * from (select d.id from search_documents d where ${where} and ${filter}
    order by ${order} desc limit ${limit}) newest`;
}

/** Requires all words, each by any of its terms. */
function allOf(words: Term[][]): string {
  return words.map((terms) => `(${terms.map(({ query }) => query).join(' | ')})`).join(' & ');
}

/** Labs with words of the prompt in their name, and the words that their documents must then have. */
function namedLabs(required: Term[][]): { labs: string[]; rest: string }[] {
  const named = [...new Set(required.flat().flatMap(({ labs }) => labs))].map((lab) => ({
    lab,
    rest: allOf(required.filter((terms) => !terms.some(({ labs }) => labs.includes(lab)))),
  }));
  const byRest = [...Map.groupBy(named, ({ rest }) => rest)];
  // The fewer words remain, the more of the prompt is the lab's name.
  byRest.sort(([a], [b]) => a.length - b.length);
  return byRest.slice(0, 4).map(([rest, some]) => ({ rest, labs: some.map(({ lab }) => lab) }));
}
