import { newKey, type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import { type Address, createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { deploySuite } from './deploy-suite.ts';
import type { DeployedManifest } from './plan-of-manifest.ts';

/** A chain with an honest deployment, which each test changes. The next one begins with it again. */
export function attackedChain() {
  const mallory = newKey();
  let chain: PublicChain;
  let honest: DeployedManifest;
  let snapshot: Hex;
  beforeAll(async () => {
    chain = await startPublicChain(84532);
    honest = (await deploySuite(chain.options)) as DeployedManifest;
  });
  afterAll(() => chain[Symbol.asyncDispose]());
  beforeEach(async () => {
    snapshot = await node().snapshot();
  });
  afterEach(() => node().revert({ id: snapshot }));

  const reader = () => createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 });
  const node = () => createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
  /** Sends a transaction as any account; without `to` it deploys the data. */
  async function send(from: Address, to: Address | null, data: Hex): Promise<Hex> {
    await node().impersonateAccount({ address: from });
    await node().setBalance({ address: from, value: 10n ** 18n });
    const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: from });
    const hash = await wallet.sendTransaction({ chain: null, to, data });
    expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    return hash;
  }
  return {
    mallory,
    chain: () => chain,
    honest: () => honest,
    reader,
    send,
    /** Deploys code as the attacker. */
    async deploy(data: Hex): Promise<Address> {
      const { contractAddress } = await reader().getTransactionReceipt({
        hash: await send(mallory.address, null, data),
      });
      if (!contractAddress) throw new Error('nothing was deployed');
      return contractAddress;
    },
  };
}
