import { createHash } from 'node:crypto';
import { splitLists } from '@labroom/protocol/access-list';
import type { ConditionNetwork } from '@labroom/protocol/conditions';
import { inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { labConditions, type StoredEncryption } from '#platform/db/tables/files.ts';

/** Sets per lab that a lookup considers. The web app writes two: the team, and the holders of the lab's token. */
const setsPerLab = 8;

/**
 * What a version stores of conditions, so that a lookup finds it.
 *
 * [Note: lists in lookups] A shared file has a list of its own, and so conditions that no other version has. A lookup evaluates few sets of a
 * lab. So it takes the lists off, and finds a shared version for who meets the rest, as before it was shared.
 */
export function storedConditionsOf(
  network: ConditionNetwork,
  accessControlConditions: string,
): Pick<StoredEncryption, 'accessControlConditions' | 'lookupConditions'> {
  const { base, lists } = splitLists(accessControlConditions, network);
  const isShared = lists.length > 0 && base !== null;
  return { accessControlConditions, ...(isShared && { lookupConditions: base }) };
}

/** SQL over `file_versions.encryption`: the conditions by which a lookup finds a version. */
export function lookupConditions(encryption: AnyPgColumn): SQL {
  return sql`coalesce(${encryption} ->> 'lookupConditions', ${encryption} ->> 'accessControlConditions')`;
}

/** Records that a lab encrypts under the conditions of a version. */
export function recordConditions(
  tx: Transaction,
  oclId: string,
  stored: Pick<StoredEncryption, 'accessControlConditions' | 'lookupConditions'>,
) {
  const conditions = stored.lookupConditions ?? stored.accessControlConditions;
  const digest = createHash('sha256').update(conditions).digest('hex');
  return tx
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
