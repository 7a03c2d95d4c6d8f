import type { Network } from '@labroom/contracts/networks';

/** URL of an address, a transaction or a token at the chain's block explorer; `undefined` if the chain has none. */
export function explorerLink(
  network: Pick<Network, 'blockExplorerUrl'>,
  kind: 'address' | 'token' | 'tx',
  value: string,
): string | undefined {
  return network.blockExplorerUrl ? `${network.blockExplorerUrl}/${kind}/${value}` : undefined;
}

/** URL of a lab's LabNFT at the block explorer. */
export function labNftLink(network: Network, tokenId: string): string | undefined {
  return network.blockExplorerUrl
    ? `${network.blockExplorerUrl}/nft/${network.contracts.labNft}/${tokenId}`
    : undefined;
}
