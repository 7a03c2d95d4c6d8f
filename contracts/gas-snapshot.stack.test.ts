import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { authorizationTypes } from '@x402/evm';
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  parseSignature,
  zeroHash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accessResolverAbi,
  devStablecoinAbi,
  labAccountAbi,
  labNftAbi,
  onChainLabFactoryAbi,
} from './abi.generated.ts';
import { localAccount } from './local-accounts.ts';
import { networks } from './networks.ts';

const { contracts, chainId, stablecoin } = networks[31337];
const owner = privateKeyToAccount(localAccount('owner').privateKey);
const contributor = localAccount('contributor').address;
const outsider = localAccount('outsider').address;

const labNft = { address: contracts.labNft, abi: labNftAbi } as const;
const factory = { address: contracts.factory, abi: onChainLabFactoryAbi } as const;
const resolver = { address: contracts.accessResolver, abi: accessResolverAbi } as const;
const usdc = { address: contracts.usdc, abi: devStablecoinAbi } as const;

let chain: TestChain;
beforeAll(async () => {
  chain = await startDeployedChain();
});
afterAll(() => chain.stop());

/** Gas of whole transactions in sending order, including intrinsic gas and call data. */
it('gas of transactions matches the snapshot; update it with `vitest -u` and review the difference', async () => {
  const reader = createPublicClient({ transport: http(chain.rpcUrl) });
  const wallet = createWalletClient({ account: owner, transport: http(chain.rpcUrl) });
  const gas: Record<string, number> = {};
  const measure = async (name: string, sent: Promise<Hex>) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    expect(receipt.status).toBe('success');
    gas[name] = Number(receipt.gasUsed);
  };
  const options = { chain: null } as const;
  const mint = () =>
    wallet.writeContract({
      ...factory,
      ...options,
      functionName: 'mintAndCreateAccount',
      args: [owner.address],
      value: parseEther('0.001'),
    });
  const grant = (role: number) =>
    wallet.writeContract({
      ...resolver,
      ...options,
      functionName: 'grantRole',
      args: [oclId, contributor, role, 0n, false],
    });
  const pay = async (nonce: Hex) => {
    const message = {
      from: owner.address,
      to: outsider,
      value: 10_000n,
      validAfter: 0n,
      validBefore: 2n ** 40n,
      nonce,
    };
    const signature = await owner.signTypedData({
      domain: {
        name: stablecoin.name,
        version: stablecoin.version,
        chainId,
        verifyingContract: contracts.usdc,
      },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const { r, s, yParity } = parseSignature(signature);
    const { from, to, value, validAfter, validBefore } = message;
    return wallet.writeContract({
      ...usdc,
      ...options,
      functionName: 'transferWithAuthorization',
      args: [from, to, value, validAfter, validBefore, nonce, yParity + 27, r, s],
    });
  };

  await measure('mintAndCreateAccount, first lab of a holder', mint());
  await measure('mintAndCreateAccount', mint());
  const oclId = await reader.readContract({ ...labNft, functionName: 'oclIdOf', args: [1n] });
  const account = await reader.readContract({ ...labNft, functionName: 'accountOf', args: [1n] });
  await measure('grantRole', grant(1));
  await measure('grantRole, changing a grant', grant(2));
  await measure(
    'revokeRole',
    wallet.writeContract({ ...resolver, ...options, functionName: 'revokeRole', args: [oclId, contributor] }),
  );
  await measure(
    'LabAccount.execute',
    wallet.writeContract({
      ...options,
      address: account,
      abi: labAccountAbi,
      functionName: 'execute',
      args: [outsider, 0n, '0x', 0],
    }),
  );
  await measure('transferWithAuthorization', pay(zeroHash));
  await measure(
    'LabNFT.transferFrom',
    wallet.writeContract({
      ...labNft,
      ...options,
      functionName: 'transferFrom',
      args: [owner.address, contributor, 1n],
    }),
  );
  await expect(`${JSON.stringify(gas, null, 2)}\n`).toMatchFileSnapshot('./gas-snapshot.json');
});
