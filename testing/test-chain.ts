import { resolve } from 'node:path';
import config from '@labroom/contracts/hardhat.config.ts';
import { localAccount } from '@labroom/contracts/local-accounts';
import { deployContracts } from '@labroom/deploy/deploy-contracts';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { privateKeyToAccount } from 'viem/accounts';

export interface TestChain extends AsyncDisposable {
  rpcUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts an empty chain for one test file, in this process, on a free port of 127.0.0.1. It funds the accounts of
 * `local-accounts.ts`, mines a block per transaction and starts at a fixed time by default, so that equal transactions
 * use equal gas.
 */
export async function startTestChain(
  chainId = 31337,
  initialDate = '2026-01-01T00:00:00Z',
): Promise<TestChain> {
  const root = resolve(import.meta.dirname, '..');
  const hre = await createHardhatRuntimeEnvironment(config, {}, root);
  const server = await hre.network.createServer(
    { network: 'default', override: { chainId, initialDate, loggingEnabled: false } },
    '127.0.0.1',
    0,
  );
  const { port } = await server.listen();
  const stop = () => server.close();
  return { rpcUrl: `http://127.0.0.1:${port}`, stop, [Symbol.asyncDispose]: stop };
}

export async function startDeployedChain(): Promise<TestChain> {
  const chain = await startTestChain();
  const deployer = privateKeyToAccount(localAccount('deployer').privateKey);
  await deployContracts({ rpcUrl: chain.rpcUrl, deployer });
  return chain;
}
