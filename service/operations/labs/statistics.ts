import { sql } from 'drizzle-orm';
import type { RequestContext } from '#service/context.ts';
import type { Database } from '#service/platform/db/database.ts';
import { labTokens } from '#service/platform/db/tables/chain.ts';
import { keyReleases } from '#service/platform/db/tables/files.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import type { Statistics } from '#service/schema.generated.ts';

const lifetimeMilliseconds = 60_000;

interface Kept {
  chainId: number;
  until: number;
  totals: Promise<Statistics>;
}

const kept = new WeakMap<Database, Kept>();

/** Totals over all labs. Read at most once a minute, because counting key releases reads all of them. Public. */
export async function statistics({ db, chain: { chainId } }: RequestContext): Promise<Statistics> {
  const last = kept.get(db);
  if (last && last.chainId === chainId && Date.now() < last.until) return last.totals;
  const totals = readTotals(db, chainId);
  const entry = { chainId, until: Date.now() + lifetimeMilliseconds, totals };
  kept.set(db, entry);
  totals.catch(() => {
    if (kept.get(db) === entry) kept.delete(db);
  });
  return totals;
}

async function readTotals(db: Database, chainId: number): Promise<Statistics> {
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
