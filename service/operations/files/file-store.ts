import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  like,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Reader } from '#service/platform/db/database.ts';
import { likePattern, prefixPattern } from '#service/platform/db/like-pattern.ts';
import { perDatabase } from '#service/platform/db/per-database.ts';
import { files, fileVersions, formerPaths } from '#service/platform/db/tables/files.ts';
import { offsetFromNearestEnd } from '#service/platform/page.ts';

export type FileRow = typeof files.$inferSelect;
export type VersionRow = typeof fileVersions.$inferSelect;
/** A file with its newest version, and without its text, which can be larger than the rest of a list. */
export type FileWithVersion = Omit<FileRow, 'contentText'> & { newest: VersionRow };
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

/** Every file of a lab by path, with the columns that most lists show. There can be 100,000. */
export async function listFilesBriefly(db: Reader, oclId: string): Promise<ListedFile[]> {
  const rows = await db
    .select(listed)
    .from(files)
    .innerJoin(fileVersions, newestVersion)
    .where(eq(files.oclId, oclId))
    .orderBy(byPath);
  return rows.map(({ file, newest }) => ({ ...file, newest }));
}

/** Every file of a lab, by path. */
export async function listFiles(db: Reader, oclId: string): Promise<FileWithVersion[]> {
  const rows = await selectFiles(db).where(eq(files.oclId, oclId)).orderBy(byPath);
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
  query: { oclId: string; contentTypes: readonly string[]; mostBytes: number; limit: number },
): Promise<FileWithVersion[]> {
  const rows = await selectFiles(db)
    .where(
      and(
        eq(files.oclId, query.oclId),
        eq(files.accessLevel, 'PUBLIC'),
        inArray(fileVersions.contentType, [...query.contentTypes]),
        lte(fileVersions.contentLength, query.mostBytes),
      ),
    )
    .orderBy(desc(files.updatedAt), files.id)
    .limit(query.limit);
  return rows.map(joined);
}

interface FilesQuery {
  /** The lab with its number of files. */
  lab: { oclId: string; fileCount: number };
  prefix?: string | undefined;
  search?: string | undefined;
  accessLevel?: FileRow['accessLevel'] | undefined;
  page: number;
  perPage: number;
  /** Whether the newest versions are read; without them the rows have none. */
  withVersions: boolean;
}

/** A page of a lab's files, by path. */
export async function pageFiles(
  db: Reader,
  query: FilesQuery,
): Promise<{ rows: FileWithVersion[]; totalCount: number }> {
  const pattern = query.search ? likePattern(query.search) : undefined;
  const where = and(
    eq(files.oclId, query.lab.oclId),
    query.prefix ? like(path, prefixPattern(query.prefix)) : undefined,
    pattern
      ? and(
          // An index finds these; then the pattern must match within one field.
          sql`public.file_words(${files.path}, ${files.description}, ${files.tags}) ilike ${pattern}`,
          or(
            ilike(files.path, pattern),
            ilike(files.description, pattern),
            sql`exists (select from unnest(${files.tags}) tag where tag ilike ${pattern})`,
          ),
        )
      : undefined,
    query.accessLevel && eq(files.accessLevel, query.accessLevel),
  );
  const isFiltered = Boolean(query.prefix || pattern || query.accessLevel);
  const totalCount = isFiltered ? await db.$count(files, where) : query.lab.fileCount;
  const { fromEnd, ...stretch } = offsetFromNearestEnd(query, totalCount);
  const shape = { where, fromEnd, isFirst: stretch.offset === 0, withVersions: query.withVersions };
  const rows = isFiltered
    ? await selectPage(db, { ...shape, ...stretch })
    : await roomPages(db)(shape).execute({ oclId: query.lab.oclId, ...stretch });
  return { rows: rows.map(joined), totalCount };
}

interface PageShape {
  fromEnd: boolean;
  isFirst: boolean;
  withVersions: boolean;
}

interface PageSelection extends PageShape {
  where: SQL | undefined;
  limit: number | Placeholder;
  offset: number | Placeholder;
}

function selectPage(db: Reader, { where, fromEnd, isFirst, withVersions, limit, offset }: PageSelection) {
  const order = fromEnd ? desc(path) : asc(path);
  const select = withVersions ? selectFiles(db) : selectFilesAlone(db);
  if (isFirst && !fromEnd) return select.where(where).orderBy(order).limit(limit);
  // Later pages are picked in an index first, so that files that are skipped are not read.
  const page = db
    .select({ id: files.id })
    .from(files)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  return select.where(inArray(files.id, page)).orderBy(byPath);
}

/** Pages of all files of a lab. */
const roomPages = perDatabase((db) => {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = ({ fromEnd, isFirst, withVersions }: PageShape, name: string) =>
    selectPage(db, {
      fromEnd,
      isFirst,
      withVersions,
      where: eq(files.oclId, sql.placeholder('oclId')),
      limit: sql.placeholder('limit'),
      offset: sql.placeholder('offset'),
    }).prepare(name);
  return (shape: PageShape) => {
    const { fromEnd, isFirst, withVersions } = shape;
    const page = isFirst ? 'first page' : 'page';
    const name = `${page} of files${fromEnd ? ' from the end' : ''}${withVersions ? ' with versions' : ''}`;
    const statement = statements.get(name) ?? prepare(shape, name);
    statements.set(name, statement);
    return statement;
  };
});

/** Code point order, independent of the locale of the server. */
export const path = sql`${files.path} collate "C"`;
export const byPath = asc(path);
export const newestVersion = and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, files.version));

const { contentText: _, ...allButText } = getTableColumns(files);

function selectFiles(db: Reader) {
  return db
    .select({ file: allButText, newest: fileVersions })
    .from(files)
    .innerJoin(fileVersions, newestVersion)
    .$dynamic();
}

/** Without versions, for callers that read no field of `newest`. */
function selectFilesAlone(db: Reader) {
  return db.select({ file: allButText }).from(files).$dynamic() as unknown as ReturnType<typeof selectFiles>;
}

function joined(row: { file: Omit<FileRow, 'contentText'>; newest: VersionRow }): FileWithVersion {
  return { ...row.file, newest: row.newest };
}
