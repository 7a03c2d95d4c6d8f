import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import type { TestService } from './test-service.ts';

/** Tables that reads or time change: key releases and the pages that count them, rate limits, and leases of running processes. */
const records = new Set([
  'key_releases',
  'key_release_chains',
  'leases',
  'page_changes',
  'rate_limit_buckets',
]);

/** A statement for each table. All services of the tests have the same tables. */
let statement: Promise<string> | undefined;

async function statementOfTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return rows
    .filter(({ name }) => !records.has(name))
    .map(
      ({ name }) => `select ${escapeLiteral(name)} as name,
        (select md5(coalesce(string_agg((row.ctid, row.xmin)::text, ',' order by row.ctid), '')) from ${escapeIdentifier(name)} as row) as digest`,
    )
    .join(' union all ');
}

/**
 * Digest of the row versions of each table and of the names of stored objects. Equal if nothing was written: PostgreSQL makes
 * a row version of every write, also of one with equal values. Much cheaper than a digest of the values.
 */
export async function contentDigest({ context, dataDir }: TestService): Promise<Record<string, string>> {
  statement ??= statementOfTables(context.db.$client);
  // Prepared, because planning it takes longer than running it.
  const { rows } = await context.db.$client.query<{ name: string; digest: string }>({
    name: 'content_digest',
    text: await statement,
  });
  const objects = await readdir(join(dataDir, 'objects'), { recursive: true });
  return {
    ...Object.fromEntries(rows.map(({ name, digest }) => [name, digest])),
    objects: objects.sort().join('\n'),
  };
}
