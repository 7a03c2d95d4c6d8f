import { sql } from 'drizzle-orm';
import { ensureEmbeddedPostgres } from '#local/postgres/embedded-postgres.ts';
import { openDatabase } from '#service/platform/db/database.ts';
import { dataDir } from './local.ts';

/**
 * Fills a lab's data room with rows of files, straight in the database: what a page makes of so many is of interest, not how
 * they came. Their bytes do not exist.
 */
export async function addManyFiles(oclId: string, count: number): Promise<void> {
  // The stack runs on this cluster already: it is adopted, whatever port is named.
  const { url } = await ensureEmbeddedPostgres({ dataDir: dataDir(), port: 0 });
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into files
        (ocl_id, did, path, version, access_level, description, tags, categories, change_by)
        select ${oclId}, 'did:odf:crowd' || ${oclId} || n, 'crowd/zq-' || n || '.csv', 1, 'PUBLIC',
          'Zq ' || n, array['zq-' || n % 40], array['Dataset'], registered_by
        from labs, generate_series(1, ${count}) n where labs.ocl_id = ${oclId}`);
      await tx.execute(sql`insert into file_versions
        (file_id, version, object_key, content_type, sha256, content_length, change_by)
        select id, 1, 'files/' || id, 'text/csv', encode(sha256(path::bytea), 'hex'), 1000, change_by
        from files where ocl_id = ${oclId} and path like 'crowd/%'`);
    });
  } finally {
    await db.$client.end();
  }
}
