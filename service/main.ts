import { decideConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { readSecrets } from './config/secrets.ts';
import { createContext } from './context.ts';
import { migrate } from './db/migrate.ts';
import { createServer } from './http/server.ts';

/** The HTTP side of the service. State lives in its stores alone: start as many as wanted on the same database. */
const env = readEnv();
const config = decideConfig(env);
const context = await createContext({
  config,
  secrets: readSecrets(env, config.dataDir),
  databaseUrl: env.DATABASE_URL,
});
await migrate(env.DATABASE_URL);
const server = await createServer(context);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server.close();
    await context.db.$client.end();
    process.exit(0);
  });
}
await server.listen({ host: config.http.host, port: config.http.port });
