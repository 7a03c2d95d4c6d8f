import { eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { perDatabase } from '#platform/db/per-database.ts';
import { labShortnames, labs } from '#platform/db/tables/labs.ts';

export type LabRow = typeof labs.$inferSelect;

const byOclId = perDatabase((db) =>
  db
    .select()
    .from(labs)
    .where(eq(labs.oclId, sql.placeholder('oclId')))
    .prepare('lab'),
);

export async function findLab(db: Reader, oclId: string): Promise<LabRow | undefined> {
  const [row] = await byOclId(db).execute({ oclId });
  return row;
}

export function findLabs(db: Reader, oclIds: string[]): Promise<LabRow[]> {
  return db.select().from(labs).where(inArray(labs.oclId, oclIds));
}

const byShortname = perDatabase((db) =>
  db
    .select({ lab: labs })
    .from(labShortnames)
    .innerJoin(labs, eq(labs.oclId, labShortnames.oclId))
    .where(eq(labShortnames.shortname, sql.placeholder('shortname')))
    .prepare('lab by shortname'),
);

export async function findLabByShortname(db: Reader, shortname: string): Promise<LabRow | undefined> {
  const [row] = await byShortname(db).execute({ shortname });
  return row?.lab;
}
