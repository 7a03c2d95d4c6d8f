import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { LabRow } from '#core/labs/lab-rows.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { featuredLabs, labs } from '#platform/db/tables/labs.ts';

/** More are not shown. */
export const MOST_FEATURED = 12;

export type FeaturedRow = typeof featuredLabs.$inferSelect;

const isNow = isNull(featuredLabs.endedAt);

/** The labs that the operator chose and does not hide, in their order. */
export async function chosenLabs(db: Reader): Promise<LabRow[]> {
  const rows = await db
    .select({ lab: labs })
    .from(featuredLabs)
    .innerJoin(labs, eq(labs.oclId, featuredLabs.oclId))
    .where(and(isNow, sql`not ${labs.isHidden}`))
    .orderBy(featuredLabs.place);
  return rows.map(({ lab }) => lab);
}

/** The chosen labs with their shortnames, in order; with `all` also those that were taken out, the last one first. */
export async function listFeatured(db: Reader, { all }: { all: boolean }) {
  const rows = await db
    .select({ row: featuredLabs, shortname: labs.shortname })
    .from(featuredLabs)
    .innerJoin(labs, eq(labs.oclId, featuredLabs.oclId))
    .where(all ? undefined : isNow)
    .orderBy(sql`${featuredLabs.endedAt} desc nulls first`, asc(featuredLabs.place), desc(featuredLabs.id));
  return rows.map(({ row, shortname }) => ({ ...row, shortname }));
}

/**
 * Chooses a lab, or moves a chosen one.
 * @param place from 1; the labs from there on move back by one; without it, after all others
 * @returns its place; `null` if there are `MOST_FEATURED` others
 */
export function featureLab(db: Database, oclId: string, place?: number): Promise<number | null> {
  return inTurn(db, async (tx, rows) => {
    const others = rows.filter((row) => row.oclId !== oclId);
    if (others.length >= MOST_FEATURED) return null;
    if (others.length === rows.length)
      await tx.insert(featuredLabs).values({ oclId, place: rows.length + 1 });
    const order = others.map((row) => row.oclId);
    const at = Math.min(place ?? order.length + 1, order.length + 1);
    order.splice(at - 1, 0, oclId);
    await number(tx, order);
    return at;
  });
}

/** Takes a lab out. @returns false if it is not chosen */
export function unfeatureLab(db: Database, oclId: string): Promise<boolean> {
  return inTurn(db, async (tx, rows) => {
    const order = rows.map((row) => row.oclId);
    if (!order.includes(oclId)) return false;
    await tx
      .update(featuredLabs)
      .set({ endedAt: sql`now()` })
      .where(and(isNow, eq(featuredLabs.oclId, oclId)));
    await number(
      tx,
      order.filter((other) => other !== oclId),
    );
    return true;
  });
}

/** Runs a change with the chosen labs in order. One change at a time, so that no two labs get one place. */
function inTurn<Result>(
  db: Database,
  change: (tx: Transaction, rows: FeaturedRow[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${featuredLabs} in share row exclusive mode`);
    return change(tx, await tx.select().from(featuredLabs).where(isNow).orderBy(featuredLabs.place));
  });
}

/** Gives the chosen labs the places of this order. */
async function number(tx: Transaction, order: readonly string[]): Promise<void> {
  for (const [at, oclId] of order.entries())
    await tx
      .update(featuredLabs)
      .set({ place: at + 1 })
      .where(and(isNow, eq(featuredLabs.oclId, oclId)));
}
