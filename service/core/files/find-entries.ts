import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { withoutSlash } from './path.ts';

/** Entries that one call may name. */
export const mostEntries = 10_000;

export interface FoundEntry {
  /** Without a `/` at its end. */
  path: string;
  isFolder: boolean;
}

/**
 * [Note: ranges of paths] In byte order `0` follows `/`, so what lies below the folder `x` is between `x/` and `x0`. No
 * character of a path is a wildcard here.
 */
export function isBelow(path: SQL, folder: SQL): SQL {
  return sql`(${path} collate "C" >= ${folder} || '/' and ${path} collate "C" < ${folder} || '0')`;
}

/**
 * SQL: the files of entries with the index of their entry, as `id` and `at`. Where two entries name a file, the longer
 * path decides.
 * @param given a table with `at`, `source` and `folder`
 */
export function filesOfEntries(oclId: string, given: SQL): SQL {
  return sql`(select distinct on (id) id, at from (
      select f.id, at, length(source) as precision from ${given} join files f on f.ocl_id = ${oclId} and f.path = source
        where not folder
      union all select f.id, at, length(source) from ${given} join files f on f.ocl_id = ${oclId}
        and ${isBelow(sql`f.path`, sql`source`)} where folder) matched
    order by id, precision desc)`;
}

/** SQL: the folders without files of entries, as `path` and `at`. */
export function foldersOfEntries(oclId: string, given: SQL): SQL {
  return sql`(select distinct on (f.path) f.path, at from ${given}
      join folders f on f.ocl_id = ${oclId} and ${isBelow(sql`f.path`, sql`source`)} where folder
    order by f.path, length(source) desc)`;
}

/**
 * The entries that paths name: a file, or else a folder. A path that ends with `/` names the folder.
 * @throws ServiceError `NOT_FOUND`, reason `FILE_NOT_FOUND`; `VALIDATION_FAILED`, reason `INVALID_PATH`, if two paths name
 *   one entry
 */
export async function findEntries(
  db: Reader,
  oclId: string,
  paths: readonly string[],
): Promise<FoundEntry[]> {
  const asked = paths.map((path, at) => ({ at, path: withoutSlash(path) }));
  const { rows } = await db.execute<{ file: boolean; folder: boolean }>(sql`
    select exists (select from files where ocl_id = ${oclId} and files.path = asked.path) as file,
      exists (select from files where ocl_id = ${oclId} and ${isBelow(sql`files.path`, sql`asked.path`)})
      or exists (select from folders where ocl_id = ${oclId} and ${isBelow(sql`folders.path`, sql`asked.path`)}) as folder
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(at int, path text) order by at`);
  const seen = new Set<string>();
  return paths.map((named, at) => {
    const path = withoutSlash(named);
    const { file, folder } = rows[at] ?? { file: false, folder: false };
    const isFolder = named.endsWith('/') || !file;
    if (!(isFolder ? folder : file)) throw entryNotFound(named);
    const key = isFolder ? `${path}/` : path;
    if (seen.has(key)) throw namedTwice(key);
    seen.add(key);
    return { path, isFolder };
  });
}

function entryNotFound(path: string): ServiceError {
  return new ServiceError('NOT_FOUND', `The data room has no file or folder "${path}".`, {
    reason: 'FILE_NOT_FOUND',
    details: { path },
  });
}

function namedTwice(path: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', `"${path}" is named twice.`, {
    reason: 'INVALID_PATH',
    details: { path },
  });
}
