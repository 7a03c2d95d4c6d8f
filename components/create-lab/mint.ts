import { formatEther, parseEventLogs, type TransactionReceipt } from 'viem';
import { labNftAbi } from '#contracts/abi.generated.ts';
import { networks } from '#contracts/networks.ts';
import type { PublicConfig } from '#lib/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';
import { sendTransaction, type TransactionStage, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { mintLab } from '#lib/wallet/transactions/mint-lab.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';

/** What minting would be now, with the fee as the chain says it. */
export async function prepareMint(owner: `0x${string}`, config: PublicConfig): Promise<Transaction> {
  const network = networks[config.chainId];
  const feeWei = await chainClient(config).readContract({
    address: network.contracts.labNft,
    abi: labNftAbi,
    functionName: 'mintFeeWei',
  });
  return mintLab({ network, owner, feeWei, fee: `${formatEther(feeWei)} ETH` });
}

/** Sends a prepared mint. Gives its hash. Errors: as `sendTransaction`. */
export function sendMint(
  transaction: Transaction,
  owner: `0x${string}`,
  config: PublicConfig,
  onStage: (stage: TransactionStage) => void,
): Promise<`0x${string}`> {
  return sendTransaction(transaction, owner, config, onStage);
}

/** Waits for a mint and gives the id of the lab it made. Errors: `TransactionRevertedError`; an `Error` where it is no mint. */
export async function waitForLab(hash: `0x${string}`, config: PublicConfig): Promise<`0x${string}`> {
  return oclIdOf(await waitUntilMined(hash, config), networks[config.chainId].contracts.labNft);
}

/** Only logs of the LabNFT count: other contracts can emit the same event (docs/specification/contracts.md#labs). */
export function oclIdOf(receipt: Pick<TransactionReceipt, 'logs'>, labNft: string): `0x${string}` {
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === labNft.toLowerCase());
  const [created] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
  if (!created) throw new Error('This transaction did not mint a lab.');
  return created.args.oclId;
}
