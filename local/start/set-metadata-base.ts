import { labNftAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { createPublicClient, createWalletClient, http, type PrivateKeyAccount } from 'viem';

interface MetadataBaseOptions {
  rpcUrl: string;
  /** Owns the contracts. */
  owner: PrivateKeyAccount;
  webUrl: string;
}

/** Names the web app as the place of names and pictures in wallets. Sends nothing if it is named already. */
export async function setMetadataBase({ rpcUrl, owner, webUrl }: MetadataBaseOptions): Promise<void> {
  const labNft = { address: networks[31337].contracts.labNft, abi: labNftAbi } as const;
  const reader = createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 });
  const base = `${webUrl}/metadata/`;
  if ((await reader.readContract({ ...labNft, functionName: 'baseURI' })) === base) return;
  const wallet = createWalletClient({ account: owner, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    ...labNft,
    chain: null,
    functionName: 'setBaseURI',
    args: [base],
  });
  await reader.waitForTransactionReceipt({ hash });
}
