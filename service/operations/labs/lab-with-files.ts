import { type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import { allButText, byPath, type FirstFiles, newestVersion } from '#core/files/file-store.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import { Batches } from '#platform/db/batches.ts';
import type { Reader } from '#platform/db/database.ts';
import { perDatabase } from '#platform/db/per-database.ts';
import { files, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';

export interface LabWithFiles extends LabRow {
  firstFiles?: FirstFiles;
}

export type WantedFiles = Omit<FirstFiles, 'rows'>;

type FoundRow = [file: unknown[], newest: unknown[] | null];

/**
 * SQL: columns of a row as a JSON array, for `rowOf`. Receiving and parsing each value of each row of a page by itself costs
 * more.
 */
const json = (columns: Record<string, Column>): SQL =>
  sql`json_build_array(${sql.join(
    Object.values(columns).map((column) => sql`${column}`),
    sql`, `,
  )})`;

function rowOf<Row>(columns: Record<string, Column>, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  Object.entries(columns).forEach(([name, column], at) => {
    row[name] = values[at] === null ? null : column.mapFromDriverValue(values[at]);
  });
  return row as Row;
}

const labColumns = getTableColumns(labs);
const versionColumns = getTableColumns(fileVersions);

const found = perDatabase((db) => {
  // `jsonb_to_recordset` and the limit of one give plans that do not depend on how many are asked for, so PostgreSQL
  // keeps one.
  const asked = sql`jsonb_to_recordset(${sql.placeholder('asked')}) as asked (at int, id text, size int, versions boolean)`;
  const lab = db.select().from(labs).where(eq(labs.oclId, sql`asked.id`)).limit(1).as('labs');
  const statement = db
    .select({
      at: sql<number>`asked.at`,
      lab: sql<unknown[]>`${json(labColumns)}`,
      files: sql<FoundRow[] | null>`(select json_agg(page.file) from (
        select json_build_array(${json(allButText)}, case when asked.versions then (
          select ${json(versionColumns)} from ${fileVersions} where ${newestVersion}) end) as file
        from ${files} where ${files.oclId} = ${labs.oclId} order by ${byPath} limit asked.size) page)`,
    })
    .from(asked)
    .crossJoinLateral(lab)
    .prepare('labs with files');
  return new Batches<{ oclId: string; files: WantedFiles | null }, LabWithFiles | undefined>(
    async (batch) => {
      const wanted = batch.map(({ oclId, files }, at) => ({
        at,
        id: oclId,
        size: files?.perPage ?? 0,
        versions: files?.withVersions ?? false,
      }));
      const rows = await statement.execute({ asked: JSON.stringify(wanted) });
      const byPlace = new Map(rows.map((row) => [row.at, row]));
      return batch.map(({ files }, at) => {
        const row = byPlace.get(at);
        if (!row) return undefined;
        const lab = rowOf<LabRow>(labColumns, row.lab);
        return files ? { ...lab, firstFiles: { ...files, rows: (row.files ?? []).map(fileOf) } } : lab;
      });
    },
  );
});

function fileOf([file, newest]: FoundRow): FileWithVersion {
  return {
    ...rowOf<Omit<FileWithVersion, 'newest'>>(allButText, file),
    ...(newest && { newest: rowOf<VersionRow>(versionColumns, newest) }),
  } as FileWithVersion;
}

/**
 * A lab, and the first page of its files if one is wanted. Concurrent requests share statements.
 * @param oclId of the form that `parseOclId` returns, because an invalid text would fail the requests of others
 */
export function findLabWithFiles(
  db: Reader,
  oclId: `0x${string}`,
  wanted: WantedFiles | null,
): Promise<LabWithFiles | undefined> {
  return found(db).ask({ oclId, files: wanted });
}
