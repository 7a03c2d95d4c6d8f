import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import type { Reader } from '#platform/db/database.ts';
import {
  type FileRow,
  files,
  fileVersions,
  formerPaths,
  type VersionRow,
} from '#platform/db/tables/files.ts';

/** The first page of all files of a lab. */
export interface FirstFiles {
  perPage: number;
  withVersions: boolean;
  rows: FileWithVersion[];
}

/** A version with the path and the DID of its file. */
export type VersionWithPath = VersionRow & { path: string; did: string };

export async function findFile(db: Reader, oclId: string, path: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.oclId, oclId), eq(files.path, path)));
  return row;
}

/** The file at a path, or else the one that left it last. */
export async function findFileEverAt(db: Reader, oclId: string, path: string): Promise<FileRow | undefined> {
  const found = await findFile(db, oclId, path);
  if (found) return found;
  const [former] = await db.select().from(files).where(leftPath(oclId, path));
  return former;
}

export async function findFileByDid(db: Reader, oclId: string, did: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.oclId, oclId), eq(files.did, did)));
  return row;
}

export async function findVersion(
  db: Reader,
  fileId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(fileVersions)
    .where(and(eq(fileVersions.fileId, fileId), eq(fileVersions.version, version)));
  return row;
}

/** All versions of several files, newest first. */
export function versionsOf(db: Reader, fileIds: string[]): Promise<VersionRow[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(fileVersions)
    .where(inArray(fileVersions.fileId, fileIds))
    .orderBy(desc(fileVersions.version));
}

/** SQL over a row of `files`: numbers of its public versions below the newest, ascending. */
export const earlierPublicVersions = sql<
  number[]
>`(select coalesce(array_agg(v.version order by v.version), '{}')
  from file_versions v where v.file_id = files.id and v.version < files.version and v.access_level = 'PUBLIC')`;

/** Earlier plaintext versions by file id, for files whose newest version is encrypted. */
export async function publicVersionsOf(db: Reader, fileIds: string[]): Promise<Map<string, number[]>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, versions: earlierPublicVersions })
    .from(files)
    .where(and(inArray(files.id, fileIds), ne(files.accessLevel, 'PUBLIC'), gt(files.version, 1)));
  return new Map(rows.map(({ id, versions }) => [id, versions]));
}

/** SQL: whether lists have a file for those who do not see what the operator hid. */
const isShownFile = sql`not ${files.isHidden}`;

/** Hidden files by lab. Labs without any are left out. */
export async function hiddenFileCounts(db: Reader, oclIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ oclId: files.oclId, count: sql<number>`count(*)::int` })
    .from(files)
    .where(and(inArray(files.oclId, [...oclIds]), files.isHidden))
    .groupBy(files.oclId);
  return new Map(rows.map(({ oclId, count }) => [oclId, count]));
}

/** Columns that most lists show. */
const listed = {
  file: {
    id: files.id,
    did: files.did,
    path: files.path,
    version: files.version,
    accessLevel: files.accessLevel,
  },
  newest: {
    objectKey: fileVersions.objectKey,
    contentType: fileVersions.contentType,
    sha256: fileVersions.sha256,
    contentLength: fileVersions.contentLength,
  },
};
export type ListedFile = Pick<FileRow, keyof typeof listed.file> & {
  newest: Pick<VersionRow, keyof typeof listed.newest>;
};

/** The data room of a lab, as a caller sees it. */
export interface ListedRoom {
  oclId: string;
  /** Whether its lists have what the operator hid. */
  withHidden: boolean;
}

/** SQL: whether a file is in the lists of a room. */
export const ofRoom = ({ oclId, withHidden }: ListedRoom) =>
  and(eq(files.oclId, oclId), withHidden ? undefined : isShownFile);

/** Every file of a lab by path, with the columns that most lists show. There can be 100,000. */
export async function listFilesBriefly(db: Reader, { oclId, withHidden }: ListedRoom): Promise<ListedFile[]> {
  const rows = await db
    .select(listed)
    .from(files)
    .innerJoin(fileVersions, newestVersion)
    .where(ofRoom({ oclId, withHidden }))
    .orderBy(byPath);
  return rows.map(({ file, newest }) => ({ ...file, newest }));
}

/** Every file of a lab, by path. */
export async function listFiles(db: Reader, room: ListedRoom): Promise<FileWithVersion[]> {
  const rows = await selectFiles(db).where(ofRoom(room)).orderBy(byPath);
  return rows.map(joined);
}

async function findFileWithVersion(
  db: Reader,
  oclId: string,
  path: string,
): Promise<FileWithVersion | undefined> {
  const [row] = await selectFiles(db).where(and(eq(files.oclId, oclId), eq(files.path, path)));
  return row && joined(row);
}

/** The file at a path, or else the one that left it last. */
export async function findFileWithVersionEverAt(
  db: Reader,
  oclId: string,
  path: string,
): Promise<FileWithVersion | undefined> {
  const found = await findFileWithVersion(db, oclId, path);
  if (found) return found;
  const [former] = await selectFiles(db).where(leftPath(oclId, path));
  return former && joined(former);
}

function leftPath(oclId: string, path: string) {
  return sql`${files.id} = (select ${formerPaths.fileId} from ${formerPaths}
    where ${formerPaths.oclId} = ${oclId} and ${formerPaths.path} = ${path})`;
}

/** Files of a lab by their DIDs, without deleted ones. */
export async function filesByDid(db: Reader, dids: string[]): Promise<FileWithVersion[]> {
  if (dids.length === 0) return [];
  return (await selectFiles(db).where(inArray(files.did, dids))).map(joined);
}

/** The newest files of a lab whose newest version is public, of one of the types, and not larger. */
export async function newestPublicFiles(
  db: Reader,
  query: ListedRoom & { contentTypes: readonly string[]; mostBytes: number; limit: number },
): Promise<FileWithVersion[]> {
  const rows = await selectFiles(db)
    .where(
      and(
        ofRoom(query),
        eq(files.accessLevel, 'PUBLIC'),
        inArray(fileVersions.contentType, [...query.contentTypes]),
        lte(fileVersions.contentLength, query.mostBytes),
      ),
    )
    .orderBy(desc(files.updatedAt), files.id)
    .limit(query.limit);
  return rows.map(joined);
}

/** Code point order, independent of the locale of the server. */
export const path = sql`${files.path} collate "C"`;
export const byPath = asc(path);
export const newestVersion = and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, files.version));

const { contentText: _, ...columns } = getTableColumns(files);
export const allButText = columns;

export function selectFiles(db: Reader) {
  return db
    .select({ file: allButText, newest: fileVersions })
    .from(files)
    .innerJoin(fileVersions, newestVersion)
    .$dynamic();
}

export function joined(row: { file: Omit<FileRow, 'contentText'>; newest: VersionRow }): FileWithVersion {
  return { ...row.file, newest: row.newest };
}
