import { labNftAbi } from '@labroom/contracts/abi';
import { decodeOclId, normalizeOclId, type OclIdParts } from '@labroom/contracts/ocl-id';
import type { ChainClient } from './chain-client.ts';
import { readContract } from './read-contract.ts';

export interface LabIdentity extends OclIdParts {
  /** Lowercase. */
  oclId: `0x${string}`;
}

/**
 * Returns the identity that an `oclId` claims, if the LabNFT confirms it: the token exists and is bound to this
 * account. An id describes itself, so without this check anyone could combine their own token id with another lab's
 * account.
 * @throws OclIdError when it is malformed, ServiceError `UPSTREAM_UNAVAILABLE`
 */
export async function readLabIdentity(chain: ChainClient, oclId: string): Promise<LabIdentity | null> {
  const claimed = { oclId: normalizeOclId(oclId), ...decodeOclId(oclId) };
  const confirmed = await readContract(chain, {
    address: chain.contracts.labNft,
    abi: labNftAbi,
    functionName: 'oclIdOf',
    args: [claimed.tokenId],
  });
  return confirmed === claimed.oclId ? claimed : null;
}

/** Returns the holder of the LabNFT at the latest block, lowercase; `null` when there is no such token. */
export async function readHolder(chain: ChainClient, tokenId: bigint): Promise<`0x${string}` | null> {
  const holder = await readContract(chain, {
    address: chain.contracts.labNft,
    abi: labNftAbi,
    functionName: 'ownerOf',
    args: [tokenId],
  });
  return holder && (holder.toLowerCase() as `0x${string}`);
}
