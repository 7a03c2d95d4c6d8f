import { createHash } from 'node:crypto';
import { inArray, lte, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { labConditions } from '#platform/db/tables/files.ts';

/** Sets per lab that a lookup considers. The web app writes two: the team, and the holders of the lab's token. */
const setsPerLab = 8;

/** Records that a lab encrypts under these conditions. */
export async function recordConditions(tx: Transaction, oclId: string, conditions: string): Promise<void> {
  const digest = createHash('sha256').update(conditions).digest('hex');
  await tx
    .insert(labConditions)
    .values({ oclId, digest, conditions })
    .onConflictDoUpdate({
      target: [labConditions.oclId, labConditions.digest],
      set: { lastUsedAt: sql`now()` },
    });
}

/**
 * The distinct condition sets of several labs, at most `limit`: the latest of every lab, then the second latest of
 * every lab, and so on.
 */
export async function conditionSetsOf(db: Reader, oclIds: string[], limit: number): Promise<string[]> {
  if (oclIds.length === 0) return [];
  const rank = sql<number>`row_number() over (partition by ${labConditions.oclId}
    order by ${labConditions.lastUsedAt} desc, ${labConditions.digest})`;
  const ranked = db
    .select({
      conditions: labConditions.conditions,
      lastUsedAt: labConditions.lastUsedAt,
      rank: rank.as('rank'),
    })
    .from(labConditions)
    .where(inArray(labConditions.oclId, oclIds))
    .as('ranked');
  const rows = await db
    .select({ conditions: ranked.conditions })
    .from(ranked)
    .where(lte(ranked.rank, setsPerLab))
    .orderBy(ranked.rank, sql`${ranked.lastUsedAt} desc`)
    .limit(limit);
  return [...new Set(rows.map(({ conditions }) => conditions))];
}
