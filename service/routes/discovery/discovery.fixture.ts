import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { Config } from '../../platform/config/config.ts';
import { decideConfig } from '../../platform/config/decide-config.ts';
import { readEnv } from '../../platform/config/env.ts';
import { DiskStorage } from '../../platform/storage/disk-storage.ts';
import { createServer } from '../server.ts';

const required = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
  LOG_LEVEL: 'silent',
  // Not what somebody has built here.
  PACKAGES_DIR: '/dev/null/packages',
};

export const configOf = (variables: Record<string, string> = {}): Config =>
  decideConfig(readEnv({ ...required, ...variables }));

/** The variables of a service of this environment, with values in them that nobody may see. */
export const beyondLocal = (environment: 'staging' | 'production') => ({
  LABROOM_ENVIRONMENT: environment,
  SERVICE_URL: 'https://api.example.org',
  WEB_URL: 'https://app.example.org',
  RPC_URL: 'https://node.example.org/private-key-of-the-node',
  SERVICE_SECRET: randomBytes(32).toString('base64'),
  KMS_MASTER_KEY: randomBytes(32).toString('base64'),
  X402_PAY_TO_ADDRESS: '0x117b215dcd666dd847cfa84721480d316440faa9',
  X402_FACILITATOR_URL: 'https://facilitator.example.org/private-path',
  X402_FACILITATOR_AUTH_HEADERS: '{"authorization":"Bearer private-token"}',
});

/** The server with all its routes, and neither database nor chain: discovery needs none of them. */
export function serverOf(config: Config): Promise<FastifyInstance> {
  const storage = new DiskStorage({
    dataDir: config.dataDir,
    baseUrl: config.http.publicUrl,
    signingKeys: [randomBytes(32)],
  });
  return createServer({
    config,
    storage,
    secrets: { receiptKeys: [randomBytes(32)], channelKeys: [randomBytes(32)] },
    db: {},
    searchIndex: { close: () => {} },
    drawnTexts: { close: () => {} },
  } as unknown as ServiceContext);
}
