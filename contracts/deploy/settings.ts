import type { Account, Chain, Hex, PublicClient, Transport, WalletClient } from 'viem';
import { didRegistryAbi, labNftAbi, oclTokenizerAbi } from '../abi.generated.ts';
import type { Address } from '../networks.ts';
import type { LocalAddresses } from './plan.ts';

type OwnerWallet = WalletClient<Transport, Chain | undefined, Account>;

/** A setting that the owner makes after the deployment, because contracts that reference each other cannot both be first. */
export interface Setting {
  name: string;
  value: Address;
  current: (reader: PublicClient) => Promise<Address>;
  send: (wallet: OwnerWallet) => Promise<Hex>;
}

/** Every setting of the local deployment, in order. */
export function settings(addresses: LocalAddresses): readonly Setting[] {
  const { factory, termsPermissioner, labTokenImplementation, wrappedLabTokenImplementation } = addresses;
  const labNft = { address: addresses.labNft, abi: labNftAbi } as const;
  const tokenizer = { address: addresses.tokenizer, abi: oclTokenizerAbi } as const;
  const didRegistry = { address: addresses.didRegistry, abi: didRegistryAbi } as const;
  const { dataAttester, serviceAttester, relayerAccount } = addresses;
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
    ...(['dataAttester', 'serviceAttester'] as const).map((functionName) => ({
      name: 'Naming the attesters',
      value: addresses[functionName],
      current: (reader: PublicClient) => reader.readContract({ ...didRegistry, functionName }),
      send: (wallet: OwnerWallet) =>
        wallet.writeContract({
          ...didRegistry,
          chain: null,
          functionName: 'setAttesters',
          args: [dataAttester, serviceAttester],
        }),
    })),
    {
      name: 'Naming the relayer',
      value: relayerAccount,
      current: (reader) => reader.readContract({ ...didRegistry, functionName: 'relayer' }),
      send: (wallet) =>
        wallet.writeContract({
          ...didRegistry,
          chain: null,
          functionName: 'setRelayer',
          args: [relayerAccount],
        }),
    },
  ];
}
