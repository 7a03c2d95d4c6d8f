import { resolve } from 'node:path';
import { ensureEmbeddedPostgres } from '../service/db/embedded-postgres.ts';
import { explains } from '../service/operator/labroom.ts';

/**
 * `npm run labroom -- <command>`: the operator's command line. Without `DATABASE_URL` it works on the database of this
 * checkout, whether everything runs or nothing does.
 */
const needsNoDatabase = explains(process.argv.slice(2)) !== null;
const postgres =
  process.env.DATABASE_URL || needsNoDatabase
    ? undefined
    : await ensureEmbeddedPostgres({
        dataDir: resolve(process.env.DATA_DIR ?? '.labroom'),
        port: Number(process.env.PG_PORT ?? 5433),
      });
if (postgres) process.env.DATABASE_URL = postgres.url;
await import('../service/operator/main.ts');
if (postgres && postgres.state !== 'adopted') await postgres.stop();
