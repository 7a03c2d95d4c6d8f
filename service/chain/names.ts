import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  zeroAddress,
} from 'viem';
import { namehash, normalize } from 'viem/ens';
import type { NameSourceConfig } from '../platform/config/config.ts';
import { chainUnavailable } from './call-failure.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainNode } from './chain-client.ts';
import { createChainNode } from './create-chain-client.ts';
import type { NameSource } from './name-source.ts';
import type { CallScope } from './untrusted-calls.ts';

const abi = parseAbi([
  'function nameForAddr(address) view returns (string)',
  'function resolver(bytes32) view returns (address)',
  'function name(bytes32) view returns (string)',
  'function addr(bytes32) view returns (address)',
]);
type Question = 'nameForAddr' | 'resolver' | 'name' | 'addr';

/** Most characters of a name. */
export const longestName = 255;

/** The sources of the configuration. Another chain has a queue of its own, so that it delays no call of this one. */
export function createNameSources(sources: readonly NameSourceConfig[], chain: ChainNode): NameSource[] {
  return sources.map(({ node, ...source }) => ({
    ...source,
    node: node ? createChainNode(node) : chain,
    isElsewhere: node !== null,
  }));
}

/**
 * The name of a wallet in the first source that has one which leads back to the wallet; `null` if there is none. Anyone
 * can claim any name for a wallet of theirs, and point any name of theirs at a wallet. Only both together show that the
 * name is the wallet's.
 * @throws as `callUntrustedContract`
 */
export async function readNameOf(
  sources: readonly NameSource[],
  wallet: Address,
  scope: CallScope,
): Promise<string | null> {
  for (const source of sources) {
    for await (const claimed of claimedNames(source, wallet, scope)) {
      // A name in another form than that of ENSIP-15 may look like the name of somebody else.
      if (!claimed.endsWith(source.suffix) || normalName(claimed) !== claimed) continue;
      const address = await readAddress(source, claimed, scope);
      if (!address || !isAddressEqual(address, wallet)) continue;
      if (!source.isElsewhere || (await isOwnKey(source.node, wallet))) return claimed;
    }
  }
  return null;
}

/**
 * The address to which a normalized name leads; `null` if it leads nowhere. A source answers for its own names only, and
 * only from its chain: names that are kept elsewhere (wildcards, CCIP read) lead nowhere.
 * @throws as `callUntrustedContract`
 */
export async function readAddressOf(
  sources: readonly NameSource[],
  name: string,
  scope: CallScope,
): Promise<Address | null> {
  const source = sources.find(({ suffix }) => name.endsWith(suffix));
  return source ? readAddress(source, name, scope) : null;
}

/** A name of at least two labels in the form of ENSIP-15; `null` for anything else. */
export function normalName(text: string): string | null {
  if (text.length > longestName || !/[^.]\.[^.]/.test(text)) return null;
  try {
    return normalize(text);
  } catch {
    return null;
  }
}

async function* claimedNames(source: NameSource, wallet: Address, scope: CallScope) {
  const { registry, reverseRegistrar, reverseParent } = source;
  const name = reverseRegistrar && (await ask(source, reverseRegistrar, scope, 'nameForAddr', wallet));
  if (name) yield name;
  // Where names of wallets were kept before there were registrars of ENSIP-19.
  const node = namehash(`${wallet.slice(2).toLowerCase()}.${reverseParent}`);
  const resolver = await ask(source, registry, scope, 'resolver', node);
  const earlier = isSet(resolver) && (await ask(source, resolver, scope, 'name', node));
  if (earlier && earlier !== name) yield earlier;
}

async function readAddress(source: NameSource, name: string, scope: CallScope): Promise<Address | null> {
  const node = namehash(name);
  const resolver = await ask(source, source.registry, scope, 'resolver', node);
  if (!isSet(resolver)) return null;
  const address = await ask(source, resolver, scope, 'addr', node);
  return isSet(address) ? address : null;
}

/**
 * Whether one key controls the address on every chain. A contract at the same address on two chains can have two owners,
 * so the name of the one says nothing about the other.
 */
async function isOwnKey({ node }: ChainNode, address: Address): Promise<boolean> {
  const code = await node.getCode({ address }).catch((error: unknown) => {
    throw chainUnavailable(error);
  });
  // A delegation by EIP-7702 belongs to a key.
  return !code || code === '0x' || code.startsWith('0xef0100');
}

/** The answer of a contract; `null` if it fails or answers with something else. */
async function ask(
  { node }: NameSource,
  to: Address,
  scope: CallScope,
  functionName: Question,
  argument: `0x${string}`,
) {
  const data = encodeFunctionData({ abi, functionName, args: [argument] });
  const answer = await callUntrustedContract(node, { to, data, scope });
  if (answer.kind === 'failed') return null;
  try {
    return decodeFunctionResult({ abi, functionName, data: answer.data }) as Address;
  } catch {
    return null;
  }
}

function isSet(address: Address | null): address is Address {
  return address !== null && !isAddressEqual(address, zeroAddress);
}
