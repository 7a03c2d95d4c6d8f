import { and, asc, desc, eq, ilike, inArray, like, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import type { FirstFiles } from '#core/files/file-store.ts';
import { allButText, byPath, joined, ofRoom, path, selectFiles } from '#core/files/file-store.ts';
import type { Reader } from '#platform/db/database.ts';
import { likePattern, prefixPattern } from '#platform/db/like-pattern.ts';
import { perDatabase } from '#platform/db/per-database.ts';
import { type FileRow, files } from '#platform/db/tables/files.ts';
import { offsetFromNearestEnd } from '#platform/input/page.ts';
import { mayContain } from './may-contain.ts';

interface FilesQuery {
  /** The lab with its number of files, and with the first of them if they were read with it. */
  lab: { oclId: string; fileCount: number; firstFiles?: FirstFiles };
  /** Whether files that the operator hid are part of it. */
  withHidden: boolean;
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
  const { search } = query;
  const pattern = search ? likePattern(search) : undefined;
  const where = and(
    ofRoom({ oclId: query.lab.oclId, withHidden: query.withHidden }),
    query.prefix ? like(path, prefixPattern(query.prefix)) : undefined,
    search && pattern
      ? and(
          mayContain(query.lab.oclId, search),
          or(
            ilike(files.path, pattern),
            ilike(files.description, pattern),
            sql`exists (select from unnest(${files.tags}) tag where tag ilike ${pattern})`,
          ),
        )
      : undefined,
    query.accessLevel && eq(files.accessLevel, query.accessLevel),
  );
  const isFiltered = Boolean(query.prefix || pattern || query.accessLevel || !query.withHidden);
  const { firstFiles } = query.lab;
  const isRead = firstFiles?.perPage === query.perPage && (firstFiles.withVersions || !query.withVersions);
  if (firstFiles && isRead && !isFiltered && query.page === 0)
    return { rows: firstFiles.rows, totalCount: query.lab.fileCount };
  const { perPage, withVersions } = query;
  if (isFiltered && query.page === 0) {
    const shape = { where, fromEnd: false, isFirst: true, withVersions };
    const rows = await selectPage(db, { ...shape, limit: perPage, offset: 0 });
    // Where these are all, they are not counted: finding a word again takes as long.
    const totalCount = rows.length < perPage ? rows.length : await db.$count(files, where);
    return { rows: rows.map(joined), totalCount };
  }
  const totalCount = isFiltered ? await db.$count(files, where) : query.lab.fileCount;
  const { fromEnd, ...stretch } = offsetFromNearestEnd(query, totalCount);
  const shape = { where, fromEnd, isFirst: stretch.offset === 0, withVersions };
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

/** Without versions, for callers that read no field of `newest`. */
function selectFilesAlone(db: Reader) {
  return db.select({ file: allButText }).from(files).$dynamic() as unknown as ReturnType<typeof selectFiles>;
}
