import { inArray } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { labReadiness } from '#platform/db/tables/plans.ts';

export type ReadinessRow = typeof labReadiness.$inferSelect;

/** What these labs say about their readiness. Labs that say nothing are left out. */
export function readinessOf(db: Reader, oclIds: readonly string[]): Promise<ReadinessRow[]> {
  return db
    .select()
    .from(labReadiness)
    .where(inArray(labReadiness.oclId, [...oclIds]));
}
