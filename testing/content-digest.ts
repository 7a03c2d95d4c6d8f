import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { TestService } from './test-service.ts';

/** Tables that reads or time change: key releases, rate limits, and leases of running processes. */
const records = new Set(['key_releases', 'leases', 'rate_limit_buckets']);

/**
 * Digest of the row versions of each table and of the names of stored objects. Equal if nothing was written: PostgreSQL makes
 * a row version of every write, also of one with equal values. Much cheaper than a digest of the values.
 */
export async function contentDigest({ context, dataDir }: TestService): Promise<Record<string, string>> {
  const tables = await context.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const perTable = tables.rows
    .filter(({ name }) => !records.has(name))
    .map(
      ({ name }) => sql`select ${name} as name,
        (select md5(coalesce(string_agg((row.ctid, row.xmin)::text, ',' order by row.ctid), '')) from ${sql.identifier(name)} as row) as digest`,
    );
  const { rows } = await context.db.execute<{ name: string; digest: string }>(
    sql.join(perTable, sql` union all `),
  );
  const objects = await readdir(join(dataDir, 'objects'), { recursive: true });
  return {
    ...Object.fromEntries(rows.map(({ name, digest }) => [name, digest])),
    objects: objects.sort().join('\n'),
  };
}
