import { resolve } from 'node:path';
import { decideConfig } from '../service/config/config.ts';
import { ConfigurationError, readEnv } from '../service/config/env.ts';
import { readSecrets } from '../service/config/secrets.ts';
import { createContext } from '../service/context.ts';
import { type EmbeddedPostgres, ensureEmbeddedPostgres } from '../service/db/embedded-postgres.ts';
import { migrate } from '../service/db/migrate.ts';
import { labroom } from '../service/operator/labroom.ts';

/**
 * `npm run labroom -- <command>`, for operators. Reads the same environment as the service; without `DATABASE_URL` it works
 * on the database of this checkout, which may run or not.
 */
let own: EmbeddedPostgres | undefined;

async function databaseUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const port = Number(process.env.PG_PORT ?? 5433);
  const postgres = await ensureEmbeddedPostgres({
    dataDir: resolve(process.env.DATA_DIR ?? '.labroom'),
    port,
  });
  if (postgres.state !== 'adopted') own = postgres;
  return postgres.url;
}

try {
  process.exitCode = await labroom(
    process.argv.slice(2),
    async () => {
      const url = await databaseUrl();
      const env = readEnv({ ...process.env, DATABASE_URL: url });
      const config = decideConfig(env);
      const secrets = readSecrets(env, config.dataDir);
      await migrate(url);
      return createContext({ config, secrets, databaseUrl: url });
    },
    (line) => console.log(line),
  );
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
} finally {
  await own?.stop();
}
