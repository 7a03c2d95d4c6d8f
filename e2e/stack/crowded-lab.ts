import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { dataDir } from './local.ts';

/**
 * Inserts file rows into a lab's data room directly in the database, to test pages with many files. The files have no
 * bytes. With the ending `/x.csv` each is in a folder of its own.
 */
export async function addManyFiles(oclId: string, count: number, ending = '.csv'): Promise<void> {
  // Connects to the cluster of the running stack; `port` is ignored.
  const { url } = await ensureEmbeddedPostgres({ dataDir: dataDir(), port: 0 });
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into files
        (ocl_id, did, path, version, access_level, description, tags, categories, change_by)
        select ${oclId}, 'did:odf:crowd' || ${oclId} || n, 'crowd/zq-' || n || ${ending}, 1, 'PUBLIC',
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
