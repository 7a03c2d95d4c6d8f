import { and, desc, eq } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';

const fileAndVersion = { file: files, version: fileVersions };

/** The statement for a file of a lab with one version, the newest if none is named. */
export function selectFileAndVersion(
  db: Reader,
  oclId: string,
  { ref, version }: { ref: string; version?: number },
) {
  const isNamed = and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, version ?? files.version));
  return db
    .select(fileAndVersion)
    .from(files)
    .innerJoin(fileVersions, isNamed)
    .where(and(eq(files.oclId, oclId), eq(files.did, ref)));
}

/** The statement for the file at a path with each of its versions, the newest first. */
export function selectFileAndVersions(db: Reader, oclId: string, path: string) {
  return db
    .select(fileAndVersion)
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .where(and(eq(files.oclId, oclId), eq(files.path, path)))
    .orderBy(desc(fileVersions.version));
}
