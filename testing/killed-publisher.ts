import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import type { ObjectStorage } from '@labroom/service/platform/storage/object-storage.ts';
import { publishImages } from '@labroom/service/worker/publish-images.ts';
import pino from 'pino';

/**
 * A worker that publishes images once and is killed with -9 at a given moment: `KILL_AT` is `read` (nothing
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
