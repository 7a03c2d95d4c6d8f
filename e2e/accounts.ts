import { createPublicClient, createWalletClient, http, type PrivateKeyAccount, parseEther } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';

const MNEMONIC = 'test test test test test test test test test test test junk';
/** The first accounts have names and uses. Each worker pays from an account of its own, so that no two share a nonce. */
const faucetOfWorker = mnemonicToAccount(MNEMONIC, {
  addressIndex: 12 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 8),
});

/** A person nobody has met before, with an ether to spend on the local chain. */
export async function newFundedAccount(rpcUrl: string): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  const transport = http(rpcUrl);
  const faucet = createWalletClient({
    account: faucetOfWorker,
    chain: hardhat,
    transport,
  });
  const hash = await faucet.sendTransaction({ to: account.address, value: parseEther('1') });
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 50 });
  await reader.waitForTransactionReceipt({ hash });
  return account;
}
