import {
  type Address,
  decodeAbiParameters,
  type Hex,
  maxUint160,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { chunks } from '../platform/db/chunks.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainClient } from './chain-client.ts';

/** How an owner was found: as holder of the LabNFT, as owner of a Safe, or as owner of an Ownable or ERC-4337 account. */
export type OwnerSource = 'HOLDER' | 'SAFE' | 'ACCOUNT';

export interface ResolvedOwner {
  /** Lowercase. */
  address: Address;
  source: OwnerSource;
}

export interface ResolvedOwners {
  owners: ResolvedOwner[];
  /** Whether there are more owners than are followed. The list is then incomplete. */
  overflow: boolean;
}

const maxOwners = 50;
const maxDepth = 10;
/**
 * Addresses read at once: as many as calls of one lab may run at once, so that a walk is not refused for its own calls.
 */
const callsAtOnce = 2;

/**
 * Returns everyone who owns a lab through the holder of its LabNFT, the holder first. For lists only: it walks like the
 * access resolver (`OwnerResolution.sol`), but only the access resolver decides who is an owner (`readRole`).
 * @throws ServiceError `UPSTREAM_UNAVAILABLE`, and `RATE_LIMITED` as `callUntrustedContract`
 */
export async function resolveOwners(chain: ChainClient, holder: Address): Promise<ResolvedOwners> {
  const owners: ResolvedOwner[] = [{ address: lower(holder), source: 'HOLDER' }];
  const visited = new Set([lower(holder), zeroAddress]);
  let layer = owners;
  for (let depth = 1; layer.length > 0; depth += 1) {
    const answers: Awaited<ReturnType<typeof ownersOf>>[] = [];
    for (const some of chunks(layer, callsAtOnce))
      answers.push(...(await Promise.all(some.map(({ address }) => ownersOf(chain, address, holder)))));
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

async function ownersOf(
  chain: ChainClient,
  address: Address,
  holder: Address,
): Promise<{ source: OwnerSource; addresses: Address[] }> {
  const safe = await ask(chain, address, 'function getOwners()', holder);
  const safeOwners = safe && decode(() => decodeAbiParameters([{ type: 'address[]' }], safe)[0]);
  if (safeOwners && safeOwners.length > 0) return { source: 'SAFE', addresses: safeOwners.map(lower) };
  const account = await ask(chain, address, 'function owner()', holder);
  const owner = account && decode(() => decodeAbiParameters([{ type: 'uint256' }], account)[0]);
  return {
    source: 'ACCOUNT',
    addresses: owner && owner <= maxUint160 ? [numberToHex(owner, { size: 20 })] : [],
  };
}

/** All calls of a walk count against the holder that it started with. */
async function ask(chain: ChainClient, to: Address, signature: string, holder: Address): Promise<Hex | null> {
  const scope = { lab: `held by ${holder}` };
  const answer = await callUntrustedContract(chain, { to, data: toFunctionSelector(signature), scope });
  return answer.kind === 'returned' && answer.data !== '0x' ? answer.data : null;
}

function decode<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
