import { accessListAbi } from '@labroom/contracts/abi';
import { filesSubject } from '@labroom/protocol/files-subject';
import type { Address, Hex } from 'viem';
import { pollUntil } from '../lib/wallet/poll-until.ts';
import { chainOf, type TestWallet } from './test-wallets.ts';

interface Listing {
  oclId: Hex;
  /** DID of the file, or of the files of one list. */
  ref: string | string[];
  reader: Address;
}

function listOf(wallet: TestWallet) {
  const { contracts, write, reader } = chainOf(wallet);
  if (!contracts.accessList) throw new Error('The local chain has no access list');
  return { contract: { address: contracts.accessList, abi: accessListAbi }, write, reader };
}

/** Puts a reader on the list of a file, as a writer of the lab does. Without an expiry until it is taken back. */
export function listReader(writer: TestWallet, { oclId, ref, reader }: Listing, expiry = 0) {
  const { contract, write } = listOf(writer);
  return write({
    ...contract,
    functionName: 'grant',
    args: [oclId, filesSubject([ref].flat()), reader, expiry],
  });
}

/** Lists a reader until a second of the chain, and resolves when that is over: the contract accepts no expiry in the past. */
export async function listExpiredReader(writer: TestWallet, listing: Listing): Promise<void> {
  const { contract, reader } = listOf(writer);
  const { timestamp } = await reader.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1000));
  await listReader(writer, listing, Number(timestamp > now ? timestamp : now) + 4);
  const args = [listing.oclId, filesSubject([listing.ref].flat()), listing.reader] as const;
  // The local chain answers with the present second, also without a new block.
  const isOver = async () => !(await reader.readContract({ ...contract, functionName: 'isListed', args }));
  if (!(await pollUntil(isOver, { everyMilliseconds: 200, attempts: 150 })))
    throw new Error(`The entry of ${listing.reader} has not ended`);
}

export function unlistReader(writer: TestWallet, { oclId, ref, reader }: Listing) {
  const { contract, write } = listOf(writer);
  return write({ ...contract, functionName: 'revoke', args: [oclId, filesSubject([ref].flat()), reader] });
}
