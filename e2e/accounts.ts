import { createPublicClient, createWalletClient, http, type PrivateKeyAccount, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { localAccount } from '#contracts/local-accounts.ts';

/** A person nobody has met before, with an ether to spend on the local chain. */
export async function newFundedAccount(rpcUrl: string): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  const transport = http(rpcUrl);
  const faucet = createWalletClient({
    account: privateKeyToAccount(localAccount('deployer').privateKey),
    chain: hardhat,
    transport,
  });
  const hash = await faucet.sendTransaction({ to: account.address, value: parseEther('1') });
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 50 });
  await reader.waitForTransactionReceipt({ hash });
  return account;
}
