import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { dataDir } from '../stack/local.ts';

/**
 * Sets a path with hidden characters, which only files from before that rule can have, on a file and its feed entries.
 */
export async function setPathFromBefore(did: string, path: string): Promise<void> {
  // Connects to the cluster of the running stack; `port` is ignored.
  const { url } = await ensureEmbeddedPostgres({ dataDir: dataDir(), port: 0 });
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    await db.execute(sql`update files set path = ${path}, path_skeleton = null where did = ${did}`);
    await db.execute(sql`update activity set file = jsonb_set(file, '{path}', to_jsonb(${path}::text))
      where file ->> 'ref' = ${did}`);
  } finally {
    await db.$client.end();
  }
}
