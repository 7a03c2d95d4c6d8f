import { sql } from 'drizzle-orm';
import { ensureEmbeddedPostgres } from '#local/postgres/embedded-postgres.ts';
import { openDatabase } from '#service/platform/db/database.ts';
import { dataDir } from '../stack/local.ts';

/** Gives a file, and its entries in the feed, a path from before new paths with hidden characters were refused. */
export async function setPathFromBefore(did: string, path: string): Promise<void> {
  // The service runs on this cluster already: it is adopted, whatever port is named.
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
