import { accessListAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { type Address, type Hex, numberToHex, pad, zeroAddress, zeroHash } from 'viem';
import { event, labOf, person, type ScriptedLog } from './scripted-chain.ts';

/** The address of the access list. */
function listAddress(): Address {
  if (!contracts.accessList) throw new Error('The local chain has no access list');
  return contracts.accessList;
}

/** A subject of an access list. */
export const subjectOf = (index: number): Hex => pad(numberToHex(index));

interface ListedEntry {
  subject: Hex;
  reader: Address;
  /** The holder of the lab without one. */
  granter?: Address;
  expiry?: number;
  claim?: Hex;
}

export function listed(tokenId: number, entry: ListedEntry): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, granter: zeroAddress, expiry: 0, claim: zeroHash, ...entry };
  return event(listAddress(), accessListAbi, 'Listed', args);
}

export function unlisted(tokenId: number, subject: Hex, reader: Address): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, subject, reader, revokedBy: person(1) };
  return event(listAddress(), accessListAbi, 'Unlisted', args);
}

export function allUnlisted(tokenId: number): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, epoch: 1, revokedBy: person(1) };
  return event(listAddress(), accessListAbi, 'AllUnlisted', args);
}

export function entriesEnded(tokenId: number, granter: Address): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, granter, endedBy: person(1) };
  return event(listAddress(), accessListAbi, 'EntriesEnded', args);
}

export function claimCancelled(tokenId: number, claim: Hex): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, claim, cancelledBy: person(1) };
  return event(listAddress(), accessListAbi, 'ClaimCancelled', args);
}
