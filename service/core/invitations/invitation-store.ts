import { and, count, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { invitations } from '#platform/db/tables/access-requests.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** SQL: whether a link still works. */
const isUsable = (): SQL | undefined =>
  and(
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, sql`now()`),
    lt(invitations.used, invitations.uses),
  );

export async function findInvitation(db: Reader, id: string): Promise<InvitationRow | null> {
  const [row = null] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row;
}

/** The invitations of a lab, the newest first; with `role`, those to this role. */
export function invitationsOf(
  db: Reader,
  oclId: string,
  role: InvitationRow['role'] | undefined,
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.oclId, oclId), role ? eq(invitations.role, role) : undefined))
    .orderBy(desc(invitations.createdAt), invitations.id)
    .limit(mostListed);
}
const mostListed = 200;

export async function countUsable(tx: Transaction, oclId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(invitations)
    .where(and(eq(invitations.oclId, oclId), isUsable()));
  return row?.count ?? 0;
}

/** Counts one use. @returns whether the link still worked */
export async function useInvitation(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(invitations)
    .set({ used: sql`${invitations.used} + 1` })
    .where(and(eq(invitations.id, id), isUsable()));
  return rowCount === 1;
}
