import { type Address, createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { requireStack } from './require-stack.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** What a test needs of a chain and wallets, on the chain of this run. */
export function testChain(rpcUrl = requireStack('rpcUrl')) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 20 });
  return {
    reader,
    transport,
    walletClient: (account: TestWallet) => createWalletClient({ account, chain: hardhat, transport }),
  };
}

export type TestWallet = ReturnType<typeof privateKeyToAccount>;

/** A fresh wallet with one ether, so that tests share no nonces, roles or tokens; a call costs a hundredth at most. */
export async function fundedWallet(): Promise<TestWallet> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  await fund(wallet.address);
  return wallet;
}

/** The funding under way: one account pays for all, and its nonces come one after the other. */
let funding: Promise<unknown> = Promise.resolve();

/**
 * Gives an address ether for its gas. Each Vitest worker pays from an account of its own, which holds ten thousand for a
 * whole run: two workers never sign with the same nonce.
 */
export async function fund(to: Address, ether = '1'): Promise<void> {
  const funded = funding.then(() => transfer(to, ether));
  funding = funded.catch(() => {});
  await funded;
}

async function transfer(to: Address, ether: string): Promise<void> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: 10 + (worker % 10) });
  const { reader, transport } = testChain();
  const client = createWalletClient({ account, chain: hardhat, transport });
  await mined(reader, await client.sendTransaction({ to, value: parseEther(ether) }));
}

/** Waits for a transaction and insists that it succeeded. */
export async function mined(reader: ReturnType<typeof testChain>['reader'], hash: Hex) {
  const receipt = await reader.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`);
  return receipt;
}
