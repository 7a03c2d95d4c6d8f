import { SharedReads } from '@labroom/protocol/shared-reads';
import { and, ilike, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { LabsOrder } from '#contract/schema.generated.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { likePattern } from '#platform/db/like-pattern.ts';
import { perDatabase } from '#platform/db/per-database.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { numberOfLabs } from '../feed/feed-marks.ts';
import type { LabRow } from './lab-rows.ts';

interface LabsQuery {
  /** Only these labs, or all but these. All entries must hold. */
  among: ({ only: string[] } | { except: string[] })[];
  /** Whether labs that the operator hid are among them. */
  withHidden: boolean;
  search?: string;
  order: LabsOrder;
  page: number;
  perPage: number;
}

/** SQL: whether a lab is in lists. The indexes of the orders have no others. */
const isListed = sql`not ${labs.isHidden}`;

/** Each order has an index; `backward` is from its end. Ties are ordered by oclId. */
const orders: Record<LabsOrder, { forward: SQL; backward: SQL }> = {
  LATEST_CONTRIBUTION: {
    forward: sql`latest_contribution_at desc nulls last, ocl_id`,
    backward: sql`latest_contribution_at asc nulls first, ocl_id desc`,
  },
  NAME: { forward: sql`sort_name, ocl_id`, backward: sql`sort_name desc, ocl_id desc` },
  NEWEST: {
    forward: sql`registered_at desc nulls last, ocl_id`,
    backward: sql`registered_at asc nulls first, ocl_id desc`,
  },
};

type PageQuery = Pick<LabsQuery, 'order' | 'page' | 'perPage'>;

interface ListedLabs {
  rows: LabRow[];
  totalCount: number;
}

const pagesOfAll = perDatabase((db) => {
  const statements = new Map<string, ReturnType<typeof preparePage>>();
  const read = async ({ order, page, perPage }: PageQuery): Promise<ListedLabs> => {
    const name = `labs ${order} ${page === 0 ? 'first' : 'later'}`;
    const statement = statements.get(name) ?? preparePage(db, order, page, name);
    statements.set(name, statement);
    const rows = await statement.execute({ limit: perPage, offset: page * perPage });
    return { rows: rows.map(({ lab }) => lab), totalCount: rows[0]?.totalCount ?? (await countLabs(db)) };
  };
  return { read, shared: new SharedReads<ListedLabs>() };
});

async function countLabs(db: Reader): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${numberOfLabs} as count`);
  return rows[0]?.count ?? 0;
}

function preparePage(db: Reader, order: LabsOrder, page: number, name: string) {
  const stretch = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };
  return selectPage(db, { order, page, where: undefined, ...stretch }).prepare(name);
}

/** A page of all listed labs. Concurrent requests for the same page share one query. */
export function pageOfLabs(db: Database, query: PageQuery): Promise<ListedLabs> {
  const { read, shared } = pagesOfAll(db);
  const { order, page, perPage } = query;
  return shared.read(`${order} ${page} ${perPage}`, () => read(query));
}

/** A page of labs; ties are ordered by oclId. */
export async function listLabs(db: Reader, query: LabsQuery): Promise<ListedLabs> {
  const pattern = query.search ? likePattern(query.search) : undefined;
  const where = and(
    query.withHidden ? undefined : isListed,
    ...query.among.map((set) => {
      // One parameter for any number of labs.
      return 'only' in set
        ? sql`${labs.oclId} = any(${sql.param(set.only)}::text[])`
        : sql`${labs.oclId} <> all(${sql.param(set.except)}::text[])`;
    }),
    pattern
      ? and(
          // An index finds these; then the pattern must match within one field.
          sql`public.lab_words(${labs.name}, ${labs.shortname}, ${labs.description}) ilike ${pattern}`,
          or(ilike(labs.name, pattern), ilike(labs.shortname, pattern), ilike(labs.description, pattern)),
        )
      : undefined,
  );
  const { order, page, perPage } = query;
  const rows = await selectPage(db, { order, page, where, limit: perPage, offset: page * perPage });
  return {
    rows: rows.map(({ lab }) => lab),
    totalCount: rows[0]?.totalCount ?? (await db.$count(labs, where)),
  };
}

interface Selection {
  order: LabsOrder;
  page: number;
  /** `undefined`: all listed labs. */
  where: SQL | undefined;
  limit: number | Placeholder;
  offset: number | Placeholder;
}

function selectPage(db: Reader, { order, page, where, limit, offset }: Selection) {
  const { forward } = orders[order];
  // Counted in the same statement as the page, so that a new lab is in both or in neither.
  const select = db
    .select({ lab: labs, totalCount: where ? sql<number>`${db.$count(labs, where)}` : numberOfLabs })
    .from(labs)
    .$dynamic();
  if (page === 0)
    return select
      .where(where ?? isListed)
      .orderBy(forward)
      .limit(limit);
  // Later pages are picked in an index first, so that labs that are skipped are not read.
  const picked = where
    ? db.select({ oclId: labs.oclId }).from(labs).where(where).orderBy(forward).limit(limit).offset(offset)
    : pickedFromNearestEnd(order, limit, offset);
  // As an array, which the planner takes for a few labs, however many there are.
  return select.where(sql`${labs.oclId} = any(array(${picked}))`).orderBy(forward);
}

/** SQL: the oclIds of a page of all listed labs. */
function pickedFromNearestEnd(
  order: LabsOrder,
  limit: number | Placeholder,
  offset: number | Placeholder,
): SQL {
  const { forward, backward } = orders[order];
  const of = (value: SQL) => sql`(select ${value} from place)`;
  // Materialized, so that they are counted once.
  return sql`with asked as materialized (select ${numberOfLabs} as total, ${offset}::bigint as before, ${limit}::int as size),
    place as (
      select before, greatest(0, least(size, total - before)) as size, greatest(0, total - before - size) as behind from asked)
    (select ocl_id from labs where not hidden order by ${forward}
      limit ${of(sql`case when before <= behind then size else 0 end`)} offset ${of(sql`before`)})
    union all (select ocl_id from labs where not hidden order by ${backward}
      limit ${of(sql`case when before <= behind then 0 else size end`)} offset ${of(sql`behind`)})`;
}
