import { decideConfig } from '../config/config.ts';
import { ConfigurationError, readEnv } from '../config/env.ts';
import { readSecrets } from '../config/secrets.ts';
import { createContext } from '../context.ts';
import { migrate } from '../db/migrate.ts';
import { labroom } from './labroom.ts';

/** `node service/operator/main.ts <command>`: the operator's command line, on the environment of the service. */
async function open() {
  const env = readEnv();
  const config = decideConfig(env);
  await migrate(env.DATABASE_URL);
  const secrets = readSecrets(env, config.dataDir);
  return createContext({ config, secrets, databaseUrl: env.DATABASE_URL });
}

try {
  process.exitCode = await labroom(process.argv.slice(2), open, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
