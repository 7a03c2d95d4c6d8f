import { labNftAbi } from '@labroom/contracts/abi';
import { formatEther, parseEventLogs, type TransactionReceipt } from 'viem';
import type { PublicConfig } from '#lib/config/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';
import { waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { mintLab } from '#lib/wallet/transactions/mint-lab.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';

/** The mint transaction, with the current fee read from the chain. */
export async function prepareMint(owner: `0x${string}`, config: PublicConfig): Promise<Transaction> {
  const network = config.network;
  const feeWei = await chainClient(config).readContract({
    address: network.contracts.labNft,
    abi: labNftAbi,
    functionName: 'mintFeeWei',
  });
  return mintLab({ network, owner, feeWei, fee: `${formatEther(feeWei)} ETH` });
}

/**
 * Waits for a mint and returns the id of the new lab. Errors: `TransactionRevertedError`; `Error` if the transaction
 * minted no lab.
 */
export async function waitForLab(hash: `0x${string}`, config: PublicConfig): Promise<`0x${string}`> {
  return oclIdOf(await waitUntilMined(hash, config), config.network.contracts.labNft);
}

/** Reads only logs of the LabNFT: other contracts can emit the same event (docs/specification/contracts.md#labs). */
export function oclIdOf(receipt: Pick<TransactionReceipt, 'logs'>, labNft: string): `0x${string}` {
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === labNft.toLowerCase());
  const [created] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
  if (!created) throw new Error('This transaction did not mint a lab. Start over.');
  return created.args.oclId;
}
