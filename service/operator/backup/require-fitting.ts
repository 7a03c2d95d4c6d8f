import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';
import { ConfigurationError } from '#platform/config/env.ts';
import { UsageError } from '../core/command.ts';
import { requireSame } from '../installation/installation.ts';
import { parsed, readLines, type Snapshot, savedInstallationSchema, savedMasterKeySchema } from './format.ts';

/**
 * Runs before anything is written.
 * @throws UsageError for a backup of another environment or schema, ConfigurationError if its keys would not open here
 */
export async function requireFitting(context: ServiceContext, snapshot: Snapshot): Promise<void> {
  const { db, config } = context;
  const { manifest } = snapshot;
  if (manifest.environment !== config.environment)
    throw new UsageError(
      `The backup belongs to ${manifest.environment}; this environment is ${config.environment}.`,
    );
  const { rows } = await db.execute<{ migrations: string }>(
    sql`select count(*) as migrations from drizzle.__drizzle_migrations`,
  );
  if (Number(rows[0]?.migrations) !== manifest.migrations)
    throw new UsageError(
      'The backup has another schema version. Restore it with the version that wrote it, then upgrade.',
    );
  await requireMasterKeys(context, snapshot);
}

/** Without the key the restored data could not be opened. @throws ConfigurationError */
async function requireMasterKeys(context: ServiceContext, snapshot: Snapshot): Promise<void> {
  const linesOf = async (table: string) => {
    const rows: unknown[] = [];
    for await (const line of readLines(snapshot, `tables/${table}.jsonl.gz`)) rows.push(parsed(line));
    return rows;
  };
  const [row] = z.array(savedInstallationSchema).parse(await linesOf('installation'));
  if (!row) return;
  const keys = z.array(savedMasterKeySchema).parse(await linesOf('master_keys'));
  const { warnings } = await requireSame('--from: the backup', row, keys, context);
  if (warnings.length > 0) throw new ConfigurationError(warnings);
}
