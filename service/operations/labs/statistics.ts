import { sql } from 'drizzle-orm';
import type { RequestContext } from '#service/context.ts';
import type { Database } from '#service/platform/db/database.ts';
import { labTokens } from '#service/platform/db/tables/chain.ts';
import { keyReleases } from '#service/platform/db/tables/files.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import type { Statistics } from '#service/schema.generated.ts';
import { readHistory, type StatisticsHistory } from './statistics-history.ts';

const lifetimeMilliseconds = 60_000;
const historyLifetimeMilliseconds = 600_000;

type Totals = Omit<Statistics, keyof StatisticsHistory>;

interface Kept<Result> {
  chainId: number;
  until: number;
  result: Promise<Result>;
}

type KeptByDatabase<Result> = WeakMap<Database, Kept<Result>>;

const keptTotals: KeptByDatabase<Totals> = new WeakMap();
const keptHistories: KeptByDatabase<StatisticsHistory> = new WeakMap();

/**
 * Totals over all labs, and how they grew. Read at most once a minute and once in ten minutes, because counting reads all
 * rows. Public.
 */
export async function statistics({ db, chain: { chainId } }: RequestContext): Promise<Statistics> {
  const [totals, history] = await Promise.all([
    keep(keptTotals, { db, chainId, milliseconds: lifetimeMilliseconds }, () => readTotals(db, chainId)),
    keep(keptHistories, { db, chainId, milliseconds: historyLifetimeMilliseconds }, () =>
      readHistory(db, new Date()),
    ),
  ]);
  return { ...totals, ...history };
}

/** The last result, unless it is too old. A failure is not kept. */
function keep<Result>(
  kept: KeptByDatabase<Result>,
  { db, chainId, milliseconds }: { db: Database; chainId: number; milliseconds: number },
  read: () => Promise<Result>,
): Promise<Result> {
  const last = kept.get(db);
  if (last && last.chainId === chainId && Date.now() < last.until) return last.result;
  const entry = { chainId, until: Date.now() + milliseconds, result: read() };
  kept.set(db, entry);
  entry.result.catch(() => {
    if (kept.get(db) === entry) kept.delete(db);
  });
  return entry.result;
}

async function readTotals(db: Database, chainId: number): Promise<Totals> {
  const [row] = await db
    .select({
      labs: sql<number>`count(*)::int`,
      files: sql<number>`coalesce(sum(${labs.fileCount}), 0)::int`,
      storedBytes: sql<string>`coalesce(sum(${labs.storedBytes}), 0)::text`,
      labsWithToken: sql<number>`(select count(distinct ${labTokens.oclId})::int from ${labTokens}
        where ${labTokens.chainId} = ${chainId})`,
      keysReleased: sql<number>`(select count(*)::int from ${keyReleases}
        where ${keyReleases.outcome} = 'released' and ${keyReleases.at} < date_trunc('hour', now()))`,
    })
    .from(labs);
  if (!row) throw new Error('An aggregate without groups returns one row');
  return row;
}
