import { inArray, lt, sql } from 'drizzle-orm';
import type { DrawnText } from '#core/ports/drawn-texts.ts';
import type { Reader } from '#platform/db/database.ts';
import { drawnTexts } from '#platform/db/tables/drawn-texts.ts';

interface KeptText extends DrawnText {
  budgetMs: number;
  /** Whether the row says an earlier day. */
  isOld: boolean;
}

/** Kept texts by key, in hex. */
export async function findDrawn(db: Reader, keys: readonly Buffer[]): Promise<Map<string, KeptText>> {
  const { tree, isShortened, budgetMs, key, readAt } = drawnTexts;
  const isOld = sql<boolean>`${readAt} < now() - interval '1 day'`;
  const rows = await db
    .select({ key, tree, isShortened, budgetMs, isOld })
    .from(drawnTexts)
    .where(inArray(key, keys as Buffer[]));
  return new Map(rows.map(({ key: found, ...row }) => [Buffer.from(found).toString('hex'), row]));
}

/** Keeps a text. One that had a smaller budget is replaced. */
export async function keepDrawn(db: Reader, key: Buffer, drawn: DrawnText & { budgetMs: number }) {
  await db
    .insert(drawnTexts)
    .values({ key, ...drawn })
    .onConflictDoUpdate({
      target: drawnTexts.key,
      set: { ...drawn, readAt: sql`now()` },
      setWhere: lt(drawnTexts.budgetMs, drawn.budgetMs),
    });
}

export async function markRead(db: Reader, keys: readonly Buffer[]): Promise<void> {
  await db
    .update(drawnTexts)
    .set({ readAt: sql`now()` })
    .where(inArray(drawnTexts.key, keys as Buffer[]));
}

/** Deletes what no page has read for 30 days. Returns the number of rows. */
export async function forgetUnread(db: Reader): Promise<number> {
  const unread = lt(drawnTexts.readAt, sql`now() - interval '30 days'`);
  const removed = await db.delete(drawnTexts).where(unread);
  return removed.rowCount ?? 0;
}
