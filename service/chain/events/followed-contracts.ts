import {
  accessListAbi,
  accessResolverAbi,
  didRegistryAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
} from '@labroom/contracts/abi';
import type { ContractAddresses } from '@labroom/contracts/networks';
import { type Abi, type AbiEvent, type Address, type Hex, keccak256, toEventSelector, toHex } from 'viem';
import { bitsOf } from '../bloom.ts';
import type { LogSource } from '../logs.ts';
import { type KnownEvent, knownEvent } from './known-event.ts';
import { legacyCollectionAbi } from './legacy-collection.ts';

export interface FollowedContract extends LogSource {
  /** `contractName` of its events (docs/specification/reads-and-search.md#onchain-activity). */
  name: 'ocl' | 'accessresolver' | 'accesslist' | 'ipt' | 'ipnft';
  events: ReadonlyMap<Hex, KnownEvent>;
  /** Whether it announces the tokens of labs. */
  isTokenizer: boolean;
}

/** Returns the contracts whose events the service keeps. The tokens that the tokenizer announces are followed as well. */
export function followedContracts(contracts: ContractAddresses): FollowedContract[] {
  const { labNft, factory, accessResolver, accessList, tokenizer, termsPermissioner, didRegistry } =
    contracts;
  const { legacyCollection } = contracts;
  return [
    follow(labNft, 'ocl', labNftAbi),
    follow(factory, 'ocl', onChainLabFactoryAbi),
    follow(accessResolver, 'accessresolver', accessResolverAbi),
    ...(accessList ? [follow(accessList, 'accesslist', accessListAbi)] : []),
    ...(tokenizer ? [follow(tokenizer, 'ipt', oclTokenizerAbi)] : []),
    ...(termsPermissioner ? [follow(termsPermissioner, 'ipt', oclTermsPermissionerAbi)] : []),
    ...(didRegistry ? [follow(didRegistry, 'ocl', didRegistryAbi)] : []),
    ...(legacyCollection ? [follow(legacyCollection, 'ipnft', legacyCollectionAbi)] : []),
  ];
}

const tokens = new Map<Address, FollowedContract>();

/**
 * Returns the entry of a lab's token or wrapper; a wrapper logs a subset of a token's events. There is one per
 * tokenized lab.
 */
export function followedToken(address: Address): FollowedContract {
  const token = tokens.get(address) ?? follow(address, 'ipt', labTokenAbi);
  tokens.set(address, token);
  return token;
}

/** Changes when the contracts, the known events or the first block change. New tokens do not change it. */
export function fingerprintOf(followed: FollowedContract[], firstBlock: number): Hex {
  const contracts = followed.map(({ address, name, events }) => [address, name, [...events.keys()]]);
  return keccak256(toHex(JSON.stringify([firstBlock, ...contracts, [...eventsOf(labTokenAbi).keys()]])));
}

function follow(address: Address, name: FollowedContract['name'], abi: Abi): FollowedContract {
  const lower = address.toLowerCase() as Address;
  const events = eventsOf(abi);
  const bloomBits = { address: bitsOf(lower), topics: [...events.keys()].map(bitsOf) };
  return { address: lower, name, events, isTokenizer: abi === oclTokenizerAbi, bloomBits };
}

function eventsOf(abi: Abi): Map<Hex, KnownEvent> {
  const events = abi.filter((item): item is AbiEvent => item.type === 'event');
  return new Map(events.map((event) => [toEventSelector(event), knownEvent(event)]));
}
