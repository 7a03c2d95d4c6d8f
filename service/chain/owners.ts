import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint160,
  numberToHex,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem';
import { ServiceError } from '#platform/errors/errors.ts';
import { chunks } from '../platform/db/chunks.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainClient } from './chain-client.ts';

/** How an owner was found: as holder of the LabNFT, as owner of a Safe, or as owner of an account with one owner. */
export type OwnerSource = 'HOLDER' | 'SAFE' | 'ACCOUNT';

export interface ResolvedOwner {
  /** Lowercase. */
  address: Address;
  source: OwnerSource;
}

export interface ResolvedOwners {
  owners: ResolvedOwner[];
  /** Whether there are more owners than are followed, or reading them took too much gas. The list is then incomplete. */
  overflow: boolean;
}

const selectors = {
  getOwners: toFunctionSelector('getOwners()'),
  getThreshold: toFunctionSelector('getThreshold()'),
  owner: toFunctionSelector('owner()'),
  entryPoint: toFunctionSelector('entryPoint()'),
};
/** ERC-1271, ERC-4337 (`IAccount`) and ERC-6551. */
const accountInterfaces = ['0x1626ba7e', '0x19822f7c', '0x6faff5f1'] as const;
const interfaceQuestions = accountInterfaces.map((id) =>
  encodeFunctionData({
    abi: parseAbi(['function supportsInterface(bytes4) view returns (bool)']),
    args: [id],
  }),
);
const signatureQuestion = encodeFunctionData({
  abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
  args: [zeroHash, '0x'],
});
const maxOwners = 50;
const maxDepth = 10;
/**
 * Addresses read at once: as many as calls of one lab may run at once, so that a walk is not refused for its own calls.
 */
const callsAtOnce = 2;

/**
 * Returns everyone who owns a lab through the holder of its LabNFT, the holder first. For lists only: it walks like the
 * access resolver (`OwnerResolution.sol`), but only the access resolver decides who is an owner (`readRole`).
 * @throws ServiceError `UPSTREAM_UNAVAILABLE`, and `RATE_LIMITED` when too many calls are pending
 */
export async function resolveOwners(chain: ChainClient, holder: Address): Promise<ResolvedOwners> {
  const owners: ResolvedOwner[] = [{ address: lower(holder), source: 'HOLDER' }];
  const visited = new Set([lower(holder), zeroAddress]);
  let layer = owners;
  for (let depth = 1; layer.length > 0; depth += 1) {
    const answers: Awaited<ReturnType<typeof ownersOf>>[] = [];
    for (const some of chunks(layer, callsAtOnce)) {
      const found = await Promise.all(some.map(({ address }) => ownersOf(chain, address, holder))).catch(
        unlessOutOfGas,
      );
      if (!found) return { owners, overflow: true };
      answers.push(...found);
    }
    const next: ResolvedOwner[] = [];
    for (const { source, addresses } of answers) {
      if (addresses.length > maxOwners) return { owners: owners.concat(next), overflow: true };
      for (const address of addresses) {
        if (visited.has(address)) continue;
        if (depth > maxDepth || visited.size > maxOwners + 1)
          return { owners: owners.concat(next), overflow: true };
        visited.add(address);
        next.push({ address, source });
      }
    }
    owners.push(...next);
    layer = next;
  }
  return { owners, overflow: false };
}

/** A holder whose contracts used up its calls is listed with the owners that were found, and does not fail the list. */
function unlessOutOfGas(error: unknown): null {
  if (error instanceof ServiceError && error.reason === 'CONTRACT_OUT_OF_GAS') return null;
  throw error;
}

async function ownersOf(
  chain: ChainClient,
  address: Address,
  holder: Address,
): Promise<{ source: OwnerSource; addresses: Address[] }> {
  const list = await ask(chain, address, selectors.getOwners, holder);
  const named = list && decode(() => decodeAbiParameters([{ type: 'uint256[]' }], list)[0]);
  if (named && named.length > 0) {
    const threshold = await askWord(chain, address, selectors.getThreshold, holder);
    const isSafe = threshold > 0n && threshold <= BigInt(named.length);
    if (isSafe || (await isAccount(chain, address, holder)))
      return { source: 'SAFE', addresses: named.filter((word) => word <= maxUint160).map(addressOf) };
  }
  const owner = await askWord(chain, address, selectors.owner, holder);
  const isNamed = owner > 0n && owner <= maxUint160 && (await isAccount(chain, address, holder));
  return { source: 'ACCOUNT', addresses: isNamed ? [addressOf(owner)] : [] };
}

/** Whether a contract says that it is an account, by the rules of `OwnerResolution.sol`. Escrows and vaults do not. */
async function isAccount(chain: ChainClient, address: Address, holder: Address): Promise<boolean> {
  for (const data of interfaceQuestions)
    if ((await askWord(chain, address, data, holder)) === 1n) return true;
  const entryPoint = await askWord(chain, address, selectors.entryPoint, holder);
  if (entryPoint > 0n && entryPoint <= maxUint160) return true;
  const answer = await askWord(chain, address, signatureQuestion, holder);
  return answer !== 0n && BigInt.asUintN(224, answer) === 0n;
}

/** The first word of the answer; 0 without one. */
async function askWord(chain: ChainClient, to: Address, data: Hex, holder: Address): Promise<bigint> {
  const answer = await ask(chain, to, data, holder);
  return (answer && decode(() => decodeAbiParameters([{ type: 'uint256' }], answer)[0])) ?? 0n;
}

/** All calls of a walk count against the holder that it started with. */
async function ask(chain: ChainClient, to: Address, data: Hex, holder: Address): Promise<Hex | null> {
  const scope = { lab: `held by ${holder}` };
  const answer = await callUntrustedContract(chain, { to, data, scope });
  return answer.kind === 'returned' && answer.data !== '0x' ? answer.data : null;
}

function decode<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function addressOf(word: bigint): Address {
  return numberToHex(word, { size: 20 });
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
