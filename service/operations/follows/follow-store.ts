import { count, desc, eq, inArray, sql } from 'drizzle-orm';
import { quotedIn } from '#core/search/prompt.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { follows, type StoredFilters } from '#platform/db/tables/follows.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type FollowRow = typeof follows.$inferSelect;

/** Most follows of a wallet, and most searches among them. */
const most = 200;
const mostSearches = 20;

/** What is followed: exactly one of these. */
export type FollowTarget =
  | { kind: 'LAB'; oclId: string }
  /** `path` ends with `/`. */
  | { kind: 'FOLDER'; oclId: string; path: string }
  | { kind: 'FILE'; oclId: string; ref: string }
  | { kind: 'SEARCH'; prompt: string; filters: StoredFilters };

/**
 * Adds a follow, or returns the one that the wallet has. A wallet adds one at a time.
 * @throws ServiceError `CONFLICT`, reason `TOO_MANY_FOLLOWS`
 */
export function addFollow(db: Database, wallet: string, target: FollowTarget): Promise<FollowRow> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('follow ' || ${wallet}, 0))`);
    const mine = await tx.select().from(follows).where(eq(follows.wallet, wallet));
    const known = mine.find((row) => keyOf(row) === keyOf(target));
    if (known) return known;
    const searches = mine.filter(({ kind }) => kind === 'SEARCH').length;
    if (mine.length >= most || (target.kind === 'SEARCH' && searches >= mostSearches)) throw tooMany();
    const [added] = await tx
      .insert(follows)
      .values({ wallet, ...target, ...(target.kind === 'SEARCH' && wordsOf(target.prompt)) })
      .returning();
    if (!added) throw new Error('The follow was not inserted');
    return added;
  });
}

/**
 * The words and phrases of a prompt as documents have them; of stop words alone, all of them. Paths and headlines are
 * indexed with stop words, other texts without.
 */
function wordsOf(prompt: string) {
  const plain = sql`search_plain(${prompt})`;
  const stems = sql`coalesce(
    nullif(to_tsvector('public.search_stems', ${plain}), ''), to_tsvector('public.search_all_stems', ${plain}))`;
  return {
    words: sql`(select string_agg('(' || part || ')', ' & ') from (
      select quote_literal(word) as part from unnest(tsvector_to_array(${stems})) word
      union all select (phraseto_tsquery('public.search_stems', search_plain(quoted))
        || phraseto_tsquery('public.search_all_stems', search_plain(quoted)))::text from unnest(${sql.param(quotedIn(prompt))}::text[]) quoted
    ) parts where part <> '')::tsquery`,
    longestWord: sql`(select word from unnest(tsvector_to_array(${stems})) word order by length(word) desc, word limit 1)`,
  };
}

function keyOf(one: FollowTarget | FollowRow): string {
  const { kind, oclId, path, ref, prompt, filters } = one as FollowRow;
  const given = Object.entries(filters ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([kind, oclId, path, ref, prompt, given].map((value) => value ?? null));
}

function tooMany(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `A wallet follows at most ${most} things, ${mostSearches} of them searches. Unfollow one first.`,
    { reason: 'TOO_MANY_FOLLOWS' },
  );
}

/** Removes a follow of this wallet. */
export async function removeFollow(db: Database, wallet: string, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from ${follows} where id = ${id}::uuid and wallet = ${wallet}`,
  );
  return rowCount === 1;
}

/** A page of what a wallet follows, newest first. */
export async function pageFollows(
  db: Reader,
  wallet: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: FollowRow[]; totalCount: number }> {
  const mine = eq(follows.wallet, wallet);
  const [total] = await db.select({ count: count() }).from(follows).where(mine);
  const rows = await db
    .select()
    .from(follows)
    .where(mine)
    .orderBy(desc(follows.createdAt), desc(follows.id))
    .limit(perPage)
    .offset(page * perPage);
  return { rows, totalCount: total?.count ?? 0 };
}

export function followsById(db: Reader, ids: string[]): Promise<FollowRow[]> {
  return db.select().from(follows).where(inArray(follows.id, ids));
}

/** Whether the prompt has a word to compare with documents. */
export async function hasWords(db: Reader, prompt: string): Promise<boolean> {
  const { rows } = await db.execute<{ some: boolean }>(
    sql`select to_tsvector('public.search_all_stems', search_plain(${prompt})) <> '' as some`,
  );
  return rows[0]?.some ?? false;
}
