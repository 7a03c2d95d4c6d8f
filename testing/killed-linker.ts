import type { Bundler } from '@labroom/service/core/ports/bundler.ts';
import { linkDids } from '@labroom/service/operations/did/link-dids.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import pino from 'pino';

/**
 * A worker that takes one turn at linking DIDs and is killed with -9 at a given moment: `KILL_AT` is `quote` (nothing is
 * written down), `before-send` (written, not sent), `after-send` (sent, not noted) or `end`.
 */
const env = readEnv();
const config = decideConfig(env);
const secrets = readSecrets(env, config.dataDir);
const context = await createContext({ config, secrets, databaseUrl: env.DATABASE_URL });
const { didLinking } = context;
if (!didLinking) throw new Error('DID linking is off');

const reach = (moment: string) => {
  if (process.env.KILL_AT === moment) process.kill(process.pid, 'SIGKILL');
};
const bundler: Bundler = {
  quote(operation) {
    reach('quote');
    return didLinking.bundler.quote(operation);
  },
  async send(operation) {
    reach('before-send');
    await didLinking.bundler.send(operation);
    reach('after-send');
  },
};
await linkDids({ ...context, didLinking: { ...didLinking, bundler } }, pino({ enabled: false }));
reach('end');
await context.db.$client.end();
