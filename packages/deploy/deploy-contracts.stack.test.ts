import {
  accessResolverAbi,
  devStablecoinAbi,
  didRegistryAbi,
  labNftAbi,
  onChainLabFactoryAbi,
  relayerAccountAbi,
} from '@labroom/contracts/abi';
import { localAccount, localAccounts } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import { startTestChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create2Deployer } from './create2.ts';
import { deployContracts } from './deploy-contracts.ts';

const { contracts } = networks[31337];
const deployer = privateKeyToAccount(localAccount('deployer').privateKey);

describe('deployContracts', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.stop());

  it('completes a run that was interrupted after the CREATE2 deployer', async () => {
    const wallet = createWalletClient({ account: deployer, transport: http(chain.rpcUrl) });
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    await wallet.sendTransaction({ chain: null, to: create2Deployer.sender, value: create2Deployer.cost });
    await reader.sendRawTransaction({ serializedTransaction: create2Deployer.rawTransaction });
    expect(await reader.getCode({ address: create2Deployer.address })).toBeDefined();

    const { addresses, transactions } = await deployContracts({ rpcUrl: chain.rpcUrl, deployer });

    expect(addresses).toEqual(contracts);
    expect(transactions).toHaveLength(16);
  });

  it('sends nothing the second time', async () => {
    const { transactions } = await deployContracts({ rpcUrl: chain.rpcUrl, deployer });
    expect(transactions).toEqual([]);
  });

  it('connects the contracts and funds the accounts', async () => {
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const labNft = { address: contracts.labNft, abi: labNftAbi } as const;
    const resolver = { address: contracts.accessResolver, abi: accessResolverAbi } as const;

    expect(await reader.readContract({ ...labNft, functionName: 'factory' })).toBe(contracts.factory);
    expect(await reader.readContract({ ...labNft, functionName: 'mintFeeWei' })).toBe(parseEther('0.001'));
    expect(await reader.readContract({ ...labNft, functionName: 'owner' })).toBe(deployer.address);
    expect(await reader.readContract({ ...resolver, functionName: 'owner' })).toBe(deployer.address);
    expect(await reader.readContract({ ...resolver, functionName: 'labNft' })).toBe(contracts.labNft);
    expect(
      await reader.readContract({
        address: contracts.factory,
        abi: onChainLabFactoryAbi,
        functionName: 'labNft',
      }),
    ).toBe(contracts.labNft);
    const registry = { address: contracts.didRegistry ?? '0x', abi: didRegistryAbi } as const;
    expect(await reader.readContract({ ...registry, functionName: 'owner' })).toBe(deployer.address);
    expect(await reader.readContract({ ...registry, functionName: 'relayer' })).toBe(
      contracts.relayerAccount,
    );
    for (const attester of ['dataAttester', 'serviceAttester'] as const) {
      expect(await reader.readContract({ ...registry, functionName: attester })).toBe(
        localAccount(attester).address,
      );
    }
    const relayerAccount = { address: contracts.relayerAccount ?? '0x', abi: relayerAccountAbi } as const;
    expect(await reader.readContract({ ...relayerAccount, functionName: 'owner' })).toBe(
      localAccount('relayer').address,
    );
    for (const { address } of localAccounts) {
      const usdc = { address: contracts.usdc, abi: devStablecoinAbi } as const;
      expect(await reader.readContract({ ...usdc, functionName: 'balanceOf', args: [address] })).toBe(
        10_000_000_000n,
      );
    }
  });
});

it('deploys the CREATE2 deployer if it is missing', async () => {
  const chain = await startTestChain();
  try {
    const { transactions } = await deployContracts({ rpcUrl: chain.rpcUrl, deployer });
    expect(transactions).toHaveLength(18);
  } finally {
    await chain.stop();
  }
});
