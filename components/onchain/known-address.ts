import type { ContractAddresses, Network } from '@labroom/contracts/networks';

const titles: Partial<Record<keyof ContractAddresses, string>> = {
  labNft: 'LabNFT',
  factory: 'Lab factory',
  accessResolver: 'Access resolver',
  tokenizer: 'Tokenizer',
  termsPermissioner: 'Terms contract',
  didRegistry: 'DID registry',
  relayerAccount: 'Relayer of the service',
  entryPoint: 'ERC-4337 entry point',
  usdc: 'Stablecoin',
};

/** Name of a contract of this network; `undefined` for any other address. */
export function knownAddress({ contracts }: Pick<Network, 'contracts'>, address: string): string | undefined {
  if (/^0x0{40}$/.test(address)) return 'Nobody (zero address)';
  for (const [name, title] of Object.entries(titles)) {
    if (contracts[name as keyof ContractAddresses]?.toLowerCase() === address.toLowerCase()) return title;
  }
  return undefined;
}
