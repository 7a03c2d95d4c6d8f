import {
  accessResolverAbi,
  didRegistryAbi,
  labNftAbi,
  oclTokenizerPolicyAbi,
  recordAnchorAbi,
} from '@labroom/contracts/abi';
import type { Manifest } from '@labroom/contracts/manifest';
import { administratorEvents } from '@labroom/deploy/administrator-abi';
import { describeCall } from '@labroom/deploy/describe-call';
import { type AbiEvent, type Address, decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem';
import type { MinedLog } from '../logs.ts';

/** Events by which owners and guardians change the contracts, besides those of administrators. Events of labs are not among them. */
const settings = new Set([
  ...['Paused', 'Unpaused', 'PauseEnds', 'GuardianUpdated', 'AttestersUpdated', 'RelayerUpdated'],
  ...['MintFeeUpdated', 'FeesWithdrawn', 'BaseURIUpdated', 'KeySet', 'WriterSet'],
]);
const ofContracts = [accessResolverAbi, didRegistryAbi, labNftAbi, oclTokenizerPolicyAbi, recordAnchorAbi]
  .flat()
  .filter((item): item is typeof item & AbiEvent => item.type === 'event' && settings.has(item.name));

/** Of proxies of an older kind, and of the Safe behind the timelock: who controls it controls the contracts. */
const ofOthers = parseAbi([
  'event AdminChanged(address previousAdmin, address newAdmin)',
  'event BeaconUpgraded(address indexed beacon)',
  'event AddedOwner(address indexed owner)',
  'event RemovedOwner(address indexed owner)',
  'event ChangedThreshold(uint256 threshold)',
  'event EnabledModule(address indexed module)',
  'event DisabledModule(address indexed module)',
  'event ChangedGuard(address indexed guard)',
]);

const events = new Map<Hex, AbiEvent>(
  [...administratorEvents, ...ofContracts, ...ofOthers].map((event) => [toEventSelector(event), event]),
);

/** Topics of the events by which contracts change. */
export const changeTopics: readonly Hex[] = [...events.keys()];

/** Texts of an argument are cut there: code that replaced a contract can log anything. */
const mostCharacters = 1_000;

/** The contracts of a deployment, its timelock and its Safe, by their names, each address once. Contracts of others are not among them. */
export function watchedContracts({ contracts, administration }: Manifest): Map<Address, string> {
  const named: [string, Address | null | undefined][] = [
    ['LabNFT', contracts.labNft],
    ['OnChainLabFactory', contracts.factory],
    ['AccessResolver', contracts.accessResolver],
    ['AccessList', contracts.accessList],
    ['OclTokenizer', contracts.tokenizer],
    ['OclTokenizerPolicy', contracts.tokenizerPolicy],
    ['OclTermsPermissioner', contracts.termsPermissioner],
    ['DidRegistry', contracts.didRegistry],
    ['RelayerAccount', contracts.relayerAccount],
    ['PersonAccountFactory', contracts.personAccountFactory],
    ['RecordAnchor', contracts.recordAnchor],
    ['TimelockController', administration?.timelock],
    ['Safe', administration?.safe],
  ];
  return new Map(
    named.flatMap(([name, address]) => (address ? [[address.toLowerCase() as Address, name]] : [])),
  );
}

export interface ContractChange {
  event: string;
  /** Big integers as decimal strings, the data of a call as the function with its arguments. */
  args: Record<string, string>;
}

/** What a log with one of `changeTopics` says. Other arguments than those of the event stay as they are in the log. */
export function readChange({ topics, data }: Pick<MinedLog, 'topics' | 'data'>): ContractChange {
  const [topic = '0x', ...indexed] = topics;
  const event = events.get(topic);
  if (!event) throw new Error('The log is of no event by which contracts change');
  try {
    const decoded = decodeEventLog({ abi: [event], topics: [topic, ...indexed], data });
    const args = Object.entries((decoded.args ?? {}) as Record<string, unknown>);
    return {
      event: event.name,
      args: Object.fromEntries(args.map(([name, value]) => [name, textOf(name, value)])),
    };
  } catch {
    return { event: event.name, args: { topics: cut(indexed.join(' ')), data: cut(data) } };
  }
}

const textOf = (name: string, value: unknown) =>
  cut(name === 'data' ? describeCall(value as Hex) : String(value));

const cut = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);
