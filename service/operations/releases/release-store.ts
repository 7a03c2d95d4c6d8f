import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { releases } from '#platform/db/tables/releases.ts';

const { manifest: _, ...listed } = getTableColumns(releases);

/** A release without its manifest, which can be larger than the rest of a list. */
export type ReleaseRow = Omit<typeof releases.$inferSelect, 'manifest'>;

interface ListedReleases {
  oclId: string;
  /** Whether releases that the operator hid are part of it. */
  withHidden: boolean;
  page: number;
  perPage: number;
}

/** A page of a lab's releases, the newest first. Their numbers have no gaps. */
export async function pageReleases(
  db: Reader,
  { oclId, withHidden, page, perPage }: ListedReleases,
): Promise<{ rows: ReleaseRow[]; totalCount: number }> {
  const where = and(eq(releases.oclId, oclId), withHidden ? undefined : sql`not ${releases.isHidden}`);
  const totalCount = await db.$count(releases, where);
  const rows = await db
    .select(listed)
    .from(releases)
    .where(where)
    .orderBy(desc(releases.number))
    .limit(perPage)
    .offset(page * perPage);
  return { rows, totalCount };
}

export async function findRelease(db: Reader, did: string): Promise<ReleaseRow | undefined> {
  const [row] = await db.select(listed).from(releases).where(eq(releases.did, did));
  return row;
}

export function releasesById(db: Reader, ids: string[]): Promise<ReleaseRow[]> {
  return db.select(listed).from(releases).where(inArray(releases.id, ids));
}

export async function findManifest(db: Reader, did: string): Promise<string | undefined> {
  const [row] = await db.select({ manifest: releases.manifest }).from(releases).where(eq(releases.did, did));
  return row?.manifest;
}
