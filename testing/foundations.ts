import { localAccount } from '@labroom/contracts/local-accounts';
import { deployContracts } from '@labroom/deploy/deploy-contracts';
import { type LocalChain, startLocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { freePort } from './free-port.ts';

/** A local chain with the contracts, on a free port. */
export async function startDeployedChain(dataDir: string): Promise<LocalChain> {
  const chain = await startLocalChain({ dataDir, port: 0, testMethods: true });
  const deployer = privateKeyToAccount(localAccount('deployer').privateKey);
  await deployContracts({ rpcUrl: chain.rpcUrl, deployer });
  return chain;
}

/** A migrated PostgreSQL and a chain with the contracts, on free ports. */
export async function startFoundations(dataDir: string) {
  const database = async () => {
    const postgres = await ensureEmbeddedPostgres({ dataDir, port: await freePort() });
    await migrate(postgres.url);
    return postgres;
  };
  const [postgres, chain] = await Promise.all([database(), startDeployedChain(dataDir)]);
  return {
    databaseUrl: postgres.url,
    rpcUrl: chain.rpcUrl,
    chainPid: chain.pid,
    stop: () => Promise.all([chain.stop(), postgres.stop()]),
  };
}
