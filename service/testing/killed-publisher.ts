import pino from 'pino';
import { decideConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { readSecrets } from '../config/secrets.ts';
import { createContext } from '../context.ts';
import { publishImages } from '../jobs/publish-images.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';

/**
 * A worker that takes one turn at publishing pictures and is killed with -9 at a given moment: `KILL_AT` is `read` (nothing
 * was looked at), `before-put` (it was, nothing is stored), `after-put` (stored, not shown) or `end`.
 */
const env = readEnv();
const config = decideConfig(env);
const context = await createContext({
  config,
  secrets: readSecrets(env, config.dataDir),
  databaseUrl: env.DATABASE_URL,
});
const reach = (moment: string) => {
  if (process.env.KILL_AT === moment) process.kill(process.pid, 'SIGKILL');
};
const watched: Pick<ObjectStorage, 'read' | 'put'> = {
  read(key) {
    reach('read');
    return context.storage.read(key);
  },
  async put(object) {
    reach('before-put');
    const stored = await context.storage.put(object);
    reach('after-put');
    return stored;
  },
};
const storage: ObjectStorage = Object.assign(Object.create(context.storage), watched);
await publishImages({ ...context, storage }, pino({ enabled: false }));
reach('end');
await context.db.$client.end();
