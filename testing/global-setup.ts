import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';
import { copyPreparedStack } from './prepared-stack.ts';

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
  await copyPreparedStack(dataDir);
  const [postgres, chain] = await Promise.all([
    ensureEmbeddedPostgres({ dataDir, port: await freePort() }),
    startLocalChain({ dataDir, port: 0, testMethods: true }),
  ]);
  await mine(chain.rpcUrl);
  project.provide('templateDatabaseUrl', postgres.url);
  project.provide('rpcUrl', chain.rpcUrl);
  return async () => {
    await Promise.all([postgres.stop(), chain.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Makes a block, because the newest one of a prepared chain is older than some rules take. */
async function mine(rpcUrl: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { error } = await answer.json();
  if (error) throw new Error(`The chain made no block: ${JSON.stringify(error)}`);
}
