import {
  accessResolverAbi,
  devBatchAccountAbi,
  devStablecoinAbi,
  labNftAbi,
  onChainLabFactoryAbi,
} from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEventLogs,
  type Transport,
  type WalletClient,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBatchByDelegation } from './batch-by-delegation.ts';

const { contracts } = networks[31337];
const usdc = { address: contracts.usdc, abi: devStablecoinAbi } as const;
const owner = privateKeyToAccount(localAccount('owner').privateKey);
const outsider = privateKeyToAccount(localAccount('outsider').privateKey);
const [ann, ben] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const;

describe('a batch of a key of the local chain', () => {
  let chain: TestChain;
  let wallet: WalletClient<Transport, Chain, Account>;
  beforeAll(async () => {
    chain = await startDeployedChain();
    wallet = createWalletClient({ account: owner, chain: hardhat, transport: http(chain.rpcUrl) });
  });
  afterAll(() => chain.stop());

  const reader = () =>
    createPublicClient({ chain: hardhat, transport: http(chain.rpcUrl), pollingInterval: 20 });
  const mined = async (hash: Hex) => reader().waitForTransactionReceipt({ hash });
  const balanceOf = (address: Hex) =>
    reader().readContract({ ...usdc, functionName: 'balanceOf', args: [address] });
  const transfer = (to: Hex, amount: bigint) => ({
    to: usdc.address,
    data: encodeFunctionData({ abi: usdc.abi, functionName: 'transfer', args: [to, amount] }),
  });

  it('makes all transfers in one transaction', async () => {
    const before = await balanceOf(owner.address);
    const { status } = await mined(
      await sendBatchByDelegation(wallet, [transfer(ann, 5n), transfer(ben, 7n)]),
    );
    expect(status).toBe('success');
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual([5n, 7n]);
    expect(await balanceOf(owner.address)).toBe(before - 12n);
  });

  it('makes no transfer if one of them fails', async () => {
    const before = await Promise.all([ann, ben, owner.address].map(balanceOf));
    const most = before[2] ?? 0n;
    await expect(sendBatchByDelegation(wallet, [transfer(ann, 1n), transfer(ben, most)])).rejects.toThrow();
    expect(await Promise.all([ann, ben, owner.address].map(balanceOf))).toEqual(before);
  });

  it('leaves the account to its key: nobody else executes, its signatures stay valid, its lab stays its own', async () => {
    const thief = createWalletClient({ account: outsider, chain: hardhat, transport: http(chain.rpcUrl) });
    const steal = {
      address: owner.address,
      abi: devBatchAccountAbi,
      functionName: 'execute',
      args: [`0x01${'0'.repeat(62)}`, '0x'],
    } as const;
    await expect(thief.writeContract(steal)).rejects.toThrow('AccountUnauthorized');

    const message = 'Sign in';
    const verify = async (signature: Hex) =>
      reader().verifyMessage({ address: owner.address, message, signature });
    expect(await verify(await owner.signMessage({ message }))).toBe(true);
    expect(await verify(await outsider.signMessage({ message }))).toBe(false);

    const value = await reader().readContract({
      address: contracts.labNft,
      abi: labNftAbi,
      functionName: 'mintFeeWei',
    });
    const mint = await wallet.writeContract({
      address: contracts.factory,
      abi: onChainLabFactoryAbi,
      functionName: 'mintAndCreateAccount',
      args: [owner.address],
      value,
    });
    const { logs } = await mined(mint);
    const [made] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
    const mayAct = (who: Hex) =>
      reader().readContract({
        address: contracts.accessResolver,
        abi: accessResolverAbi,
        functionName: 'hasRole',
        args: [made?.args.oclId ?? '0x', who, 2],
      });
    expect([await mayAct(owner.address), await mayAct(outsider.address)]).toEqual([true, false]);
  });
});
