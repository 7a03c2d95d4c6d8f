import { type Hex, keccak256, stringToHex } from 'viem';

/**
 * The subject of files on the access list of their lab: the keccak256 of their DIDs in UTF-8, each once, in the order of their code points, with a
 * line feed between two. So an entry of the chain says which files it is about, and can be about no others. Of one file: the keccak256 of its DID.
 */
export function filesSubject(dids: readonly string[]): Hex {
  return keccak256(stringToHex([...new Set(dids)].sort().join('\n')));
}
