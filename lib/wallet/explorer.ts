import type { Network } from '#contracts/networks.ts';

/** Where the chain's explorer shows an address, a transaction or a token; `undefined` on a chain without one. */
export function explorerLink(
  network: Pick<Network, 'blockExplorerUrl'>,
  kind: 'address' | 'token' | 'tx',
  value: string,
): string | undefined {
  return network.blockExplorerUrl ? `${network.blockExplorerUrl}/${kind}/${value}` : undefined;
}

/** The LabNFT of a lab at the explorer. */
export function labNftLink(network: Network, tokenId: string): string | undefined {
  return network.blockExplorerUrl
    ? `${network.blockExplorerUrl}/nft/${network.contracts.labNft}/${tokenId}`
    : undefined;
}
