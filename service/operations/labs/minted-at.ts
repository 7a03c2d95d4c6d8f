import { inArray } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { labOwners } from '#platform/db/tables/chain.ts';

/** Mint times of labs whose mint is indexed. */
export async function mintedAtOf(db: Reader, oclIds: string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ oclId: labOwners.oclId, mintedAt: labOwners.mintedAt })
    .from(labOwners)
    .where(inArray(labOwners.oclId, oclIds));
  return new Map(rows.map((row) => [row.oclId, row.mintedAt]));
}
