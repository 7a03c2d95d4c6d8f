import { labNftAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { type Transaction, transactionOf } from './transaction.ts';

export interface MintLabInput {
  network: Network;
  /** Owner of the new lab. */
  owner: `0x${string}`;
  /** Current value of `LabNFT.mintFeeWei`. */
  feeWei: bigint;
  /** The fee for display, e.g. "0.001 ETH". */
  fee: string;
}

/** `OnChainLabFactory.mintAndCreateAccount`: mints the LabNFT and deploys its account in one transaction. */
export function mintLab({ network, owner, feeWei, fee }: MintLabInput): Transaction {
  return transactionOf({
    title: 'Mint a lab',
    effect: `Your wallet gets a new lab, as a LabNFT with its own account on ${network.title}. The fee is not refunded.`,
    facts: { Owner: owner, Fee: `${fee}, plus the network fee` },
    address: network.contracts.factory,
    // Includes the errors of the LabNFT, which the factory passes on.
    abi: [...onChainLabFactoryAbi, ...labNftAbi.filter((entry) => entry.type === 'error')],
    functionName: 'mintAndCreateAccount',
    args: [owner],
    value: feeWei,
  });
}
