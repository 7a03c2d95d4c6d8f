import { sql } from 'drizzle-orm';
import type { Statistics } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { isOfListedLab } from '#core/feed/feed-marks.ts';
import { hidesSoFar } from '#core/rights/hides-so-far.ts';
import type { Database } from '#platform/db/database.ts';
import { labTokens } from '#platform/db/tables/chain.ts';
import { files } from '#platform/db/tables/files.ts';
import { keyReleases } from '#platform/db/tables/key-releases.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { readHistory, type StatisticsHistory } from './statistics-history.ts';

const lifetimeMilliseconds = 60_000;
const historyLifetimeMilliseconds = 600_000;

type Totals = Omit<Statistics, keyof StatisticsHistory>;

interface Kept<Result> {
  chainId: number;
  until: number;
  /** Grows whenever something is hidden or shown. */
  hides: string;
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
  const hides = await hidesSoFar(db);
  const [totals, history] = await Promise.all([
    keep(keptTotals, { db, chainId, hides, milliseconds: lifetimeMilliseconds }, () =>
      readTotals(db, chainId),
    ),
    keep(keptHistories, { db, chainId, hides, milliseconds: historyLifetimeMilliseconds }, () =>
      readHistory(db, new Date()),
    ),
  ]);
  return { ...totals, ...history };
}

interface Asked {
  db: Database;
  chainId: number;
  hides: string;
  milliseconds: number;
}

/** The last result, unless it is too old, or something was hidden or shown since. A failure is not kept. */
function keep<Result>(
  kept: KeptByDatabase<Result>,
  { db, chainId, hides, milliseconds }: Asked,
  read: () => Promise<Result>,
): Promise<Result> {
  const last = kept.get(db);
  if (last && last.chainId === chainId && last.hides === hides && Date.now() < last.until) return last.result;
  const entry = { chainId, hides, until: Date.now() + milliseconds, result: read() };
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
      files: sql<number>`(coalesce(sum(${labs.fileCount}), 0) - (select count(*) from ${files}
        where ${files.isHidden} and ${isOfListedLab}))::int`,
      storedBytes: sql<string>`coalesce(sum(${labs.storedBytes}), 0)::text`,
      labsWithToken: sql<number>`(select count(distinct ${labTokens.oclId})::int from ${labTokens}
        where ${labTokens.chainId} = ${chainId} and ${isOfListedLab})`,
      keysReleased: sql<number>`(select count(*)::int from ${keyReleases}
        where ${keyReleases.outcome} = 'released' and ${keyReleases.at} < date_trunc('hour', now()))`,
    })
    .from(labs)
    .where(sql`not ${labs.isHidden}`);
  if (!row) throw new Error('An aggregate without groups returns one row');
  return row;
}
