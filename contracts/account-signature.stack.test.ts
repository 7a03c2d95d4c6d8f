import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { createPublicClient, createWalletClient, hashMessage, http, parseEther, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { labNftAbi, onChainLabFactoryAbi } from './abi.generated.ts';
import { accountMessageTypedData } from './account-signature.ts';
import { localAccount } from './local-accounts.ts';
import { type Address, networks } from './networks.ts';

const { contracts, chainId } = networks[31337];
const owner = privateKeyToAccount(localAccount('owner').privateKey);
const message = 'labroom.example wants you to sign in.\n\nMünchen, 2026';
let chain: TestChain;
let accounts: [Address, Address];

beforeAll(async () => {
  chain = await startDeployedChain();
  accounts = [await mintLab(), await mintLab()];
});
afterAll(() => chain.stop());

it('the holder signs for the account, and viem verifies it as a wallet would', async () => {
  const [account] = accounts;
  const signature = await owner.signTypedData(accountMessageTypedData({ account, chainId, message }));
  expect(await reader().verifyMessage({ address: account, message, signature })).toBe(true);
  expect(await reader().verifyMessage({ address: account, message: `${message}!`, signature })).toBe(false);
});

it('the signature is invalid for another account of the same holder', async () => {
  const [account, other] = accounts;
  const signature = await owner.signTypedData(accountMessageTypedData({ account, chainId, message }));
  expect(await reader().verifyMessage({ address: other, message, signature })).toBe(false);
});

it('a signature of the holder for itself is invalid for the account', async () => {
  const [account] = accounts;
  const signature = await owner.signMessage({ message });
  expect(await reader().verifyMessage({ address: account, message, signature })).toBe(false);
  expect(await reader().verifyHash({ address: owner.address, hash: hashMessage(message), signature })).toBe(
    true,
  );
});

// Last, because the delegation stays.
it('a holder whose key delegates to code without ERC-1271 signs as before', async () => {
  const [account] = accounts;
  const wallet = createWalletClient({ account: owner, transport: http(chain.rpcUrl) });
  const authorization = await wallet.signAuthorization({
    contractAddress: contracts.factory,
    executor: 'self',
  });
  const hash = await wallet.sendTransaction({
    chain: null,
    to: contracts.labNft,
    data: '0x06fdde03',
    authorizationList: [authorization],
  });
  await reader().waitForTransactionReceipt({ hash });
  expect(await reader().getCode({ address: owner.address })).toBe(
    `0xef0100${contracts.factory.slice(2).toLowerCase()}`,
  );
  const signature = await owner.signTypedData(accountMessageTypedData({ account, chainId, message }));
  expect(await reader().verifyMessage({ address: account, message, signature })).toBe(true);
});

function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl) });
}

async function mintLab(): Promise<Address> {
  const wallet = createWalletClient({ account: owner, transport: http(chain.rpcUrl) });
  const hash = await wallet.writeContract({
    chain: null,
    address: contracts.factory,
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [owner.address],
    value: parseEther('0.001'),
  });
  const { logs } = await reader().waitForTransactionReceipt({ hash });
  const [created] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
  if (!created) throw new Error('The lab was not created');
  return created.args.account;
}
