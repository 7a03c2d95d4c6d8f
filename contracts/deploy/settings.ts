import type { Account, Chain, Hex, PublicClient, Transport, WalletClient } from 'viem';
import { labNftAbi, oclTokenizerAbi } from '../abi.generated.ts';
import type { Address } from '../networks.ts';
import type { LocalAddresses } from './plan.ts';

/** Something the owner tells a contract after the deployment, as contracts that know each other cannot both be first. */
export interface Setting {
  name: string;
  value: Address;
  current: (reader: PublicClient) => Promise<Address>;
  send: (wallet: WalletClient<Transport, Chain | undefined, Account>) => Promise<Hex>;
}

/** Every setting of the local deployment, in order. */
export function settings(addresses: LocalAddresses): readonly Setting[] {
  const { factory, termsPermissioner, labTokenImplementation, wrappedLabTokenImplementation } = addresses;
  const labNft = { address: addresses.labNft, abi: labNftAbi } as const;
  const tokenizer = { address: addresses.tokenizer, abi: oclTokenizerAbi } as const;
  return [
    {
      name: 'Naming the factory',
      value: factory,
      current: (reader) => reader.readContract({ ...labNft, functionName: 'factory' }),
      send: (wallet) =>
        wallet.writeContract({ ...labNft, chain: null, functionName: 'setFactory', args: [factory] }),
    },
    {
      name: 'Naming the terms permissioner',
      value: termsPermissioner,
      current: (reader) => reader.readContract({ ...tokenizer, functionName: 'permissioner' }),
      send: (wallet) =>
        wallet.writeContract({
          ...tokenizer,
          chain: null,
          functionName: 'setPermissioner',
          args: [termsPermissioner],
        }),
    },
    {
      name: 'Naming the code of lab tokens',
      value: labTokenImplementation,
      current: (reader) => reader.readContract({ ...tokenizer, functionName: 'labTokenImplementation' }),
      send: (wallet) =>
        wallet.writeContract({
          ...tokenizer,
          chain: null,
          functionName: 'setLabTokenImplementation',
          args: [labTokenImplementation],
        }),
    },
    {
      name: 'Naming the code of wrapped tokens',
      value: wrappedLabTokenImplementation,
      current: (reader) =>
        reader.readContract({ ...tokenizer, functionName: 'wrappedLabTokenImplementation' }),
      send: (wallet) =>
        wallet.writeContract({
          ...tokenizer,
          chain: null,
          functionName: 'setWrappedLabTokenImplementation',
          args: [wrappedLabTokenImplementation],
        }),
    },
  ];
}
