import { type Abi, type AbiEvent, type Address, type Hex, keccak256, toEventSelector, toHex } from 'viem';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '../../contracts/abi.generated.ts';
import type { ContractAddresses } from '../../contracts/networks.ts';

export interface FollowedContract {
  /** Lowercase. */
  address: Address;
  /** The name that onchain activity shows (decisions.md, "Tokenization"). */
  name: 'ocl' | 'accessresolver';
  abi: Abi;
  /** First topics of the events in `abi`. */
  topics: Hex[];
}

/** The contracts whose events the service keeps. */
export function followedContracts(contracts: ContractAddresses): FollowedContract[] {
  return [
    follow(contracts.labNft, 'ocl', labNftAbi),
    follow(contracts.factory, 'ocl', onChainLabFactoryAbi),
    follow(contracts.accessResolver, 'accessresolver', accessResolverAbi),
  ];
}

/** Changes when another contract is followed, or another event understood. */
export function fingerprintOf(followed: FollowedContract[]): Hex {
  return keccak256(
    toHex(JSON.stringify(followed.map(({ address, name, topics }) => [address, name, topics]))),
  );
}

function follow(address: Address, name: FollowedContract['name'], abi: Abi): FollowedContract {
  const events = abi.filter((item): item is AbiEvent => item.type === 'event');
  return {
    address: address.toLowerCase() as Address,
    name,
    abi,
    topics: events.map((event) => toEventSelector(event)),
  };
}
