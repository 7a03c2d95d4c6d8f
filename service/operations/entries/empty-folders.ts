import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';

/** Folders of a lab without files, by path; `createFolder` limits their number. */
export async function emptyFoldersOf(db: Reader, oclId: string): Promise<string[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select path from folders where ocl_id = ${oclId} and not exists (
      select from files f where f.ocl_id = ${oclId}
        and f.path collate "C" > folders.path and f.path collate "C" < left(folders.path, -1) || '0')
    order by path collate "C"`);
  return rows.map(({ path }) => path);
}
