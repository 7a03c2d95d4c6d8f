import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database, Reader } from '#platform/db/database.ts';
import { type muteKinds, mutes } from '#platform/db/tables/notices.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type MuteRow = typeof mutes.$inferSelect;

/** Most mutes of a wallet. */
const most = 200;

export interface MuteTarget {
  kind: (typeof muteKinds)[number];
  /** An oclId, a lowercase wallet, or a kind of notices. */
  target: string;
}

/**
 * Adds a mute, or returns the one that the wallet has. A wallet adds one at a time.
 * @throws ServiceError `CONFLICT`, reason `TOO_MANY_MUTES`
 */
export function addMute(db: Database, owner: string, { kind, target }: MuteTarget): Promise<MuteRow> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mute ' || ${owner}, 0))`);
    const mine = await mutesOf(tx, owner);
    const known = mine.find((row) => row.kind === kind && row.target === target);
    if (known) return known;
    if (mine.length >= most)
      throw new ServiceError('CONFLICT', `A wallet mutes at most ${most}. Unmute something first.`, {
        reason: 'TOO_MANY_MUTES',
      });
    const [added] = await tx.insert(mutes).values({ owner, kind, target }).returning();
    if (!added) throw new Error('The mute was not inserted');
    return added;
  });
}

/** What a wallet muted, newest first. */
export function mutesOf(db: Reader, owner: string): Promise<MuteRow[]> {
  return db.select().from(mutes).where(eq(mutes.owner, owner)).orderBy(desc(mutes.createdAt), desc(mutes.id));
}

/** Removes a mute of this wallet. */
export async function removeMute(db: Database, owner: string, id: string): Promise<void> {
  await db.delete(mutes).where(and(eq(mutes.id, id), eq(mutes.owner, owner)));
}
