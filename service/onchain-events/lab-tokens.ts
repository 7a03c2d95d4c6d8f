import { eq } from 'drizzle-orm';
import { type Address, parseEventLogs } from 'viem';
import { oclTokenizerAbi } from '../../contracts/abi.generated.ts';
import type { MinedLog } from '../chain/logs.ts';
import type { Database } from '../db/database.ts';
import { labTokens } from '../db/tables/chain.ts';
import { type FollowedContract, followedToken } from './followed-contracts.ts';

export type NewLabToken = Omit<typeof labTokens.$inferInsert, 'chainId'>;

/** The tokens that were announced in the blocks read so far. */
export async function knownTokens(db: Database, chainId: number): Promise<FollowedContract[]> {
  const rows = await db.select().from(labTokens).where(eq(labTokens.chainId, chainId));
  return rows.map(({ address }) => followedToken(address));
}

/**
 * The tokens that these logs announce, each once. Only the tokenizer is believed. Of an attached token the wrapper is
 * meant, whatever the announcement names: the token behind it is a stranger's, and may log what it likes.
 */
export function announcedTokens(followed: FollowedContract[], logs: MinedLog[]): NewLabToken[] {
  const tokenizer = followed.find(({ isTokenizer }) => isTokenizer);
  const own = logs.filter((log) => log.address.toLowerCase() === tokenizer?.address);
  const wraps = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokenWrapped', logs: own });
  const wrapOf = new Map(wraps.map(({ args }) => [args.labId, args]));
  const tokens = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokensCreated', logs: own }).map(
    ({ args, blockNumber }) => {
      const wrap = wrapOf.get(args.labId);
      const address = (wrap?.wrappedLabToken ?? args.tokenContract).toLowerCase() as Address;
      const underlying = wrap?.underlyingToken.toLowerCase() ?? null;
      return { address, underlying, oclId: args.oclId.toLowerCase(), blockNumber: Number(blockNumber) };
    },
  );
  return [...Map.groupBy(tokens, ({ address }) => address).values()].flatMap(([first]) => first ?? []);
}
