import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAccount } from '@labroom/contracts/local-accounts';
import { deployContracts } from '@labroom/deploy/deploy-contracts';
import { startLocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { Client } from 'pg';
import { privateKeyToAccount } from 'viem/accounts';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Migrated database that tests copy. */
    templateDatabaseUrl: string;
    rpcUrl: string;
  }
}

/** One real PostgreSQL and one real chain with the contracts on it, for all test files of a run. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-test-'));
  const [postgres, chain] = await Promise.all([
    ensureEmbeddedPostgres({ dataDir, port: await freePort() }),
    startLocalChain({ dataDir, port: 0, testMethods: true }),
  ]);
  const deployer = privateKeyToAccount(localAccount('deployer').privateKey);
  await withoutDisk(postgres.url);
  await Promise.all([migrate(postgres.url), deployContracts({ rpcUrl: chain.rpcUrl, deployer })]);
  project.provide('templateDatabaseUrl', postgres.url);
  project.provide('rpcUrl', chain.rpcUrl);
  return async () => {
    await Promise.all([postgres.stop(), chain.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Lets PostgreSQL not wait for the disk. What it acknowledged survives the end of any process, but not of the machine. */
async function withoutDisk(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
