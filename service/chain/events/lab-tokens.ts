import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Database } from '#service/platform/db/database.ts';
import { labTokens } from '#service/platform/db/tables/chain.ts';
import type { MinedLog } from '../logs.ts';
import { readEvent } from './decode.ts';
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
  const events = tokenizer
    ? logs.flatMap((log) => (log.address === tokenizer.address ? understood(log, tokenizer) : []))
    : [];
  const wraps = events.filter(({ eventName }) => eventName === 'TokenWrapped');
  const wrapOf = new Map(wraps.map(({ args }) => [args.labId, args]));
  const tokens = events
    .filter(({ eventName }) => eventName === 'TokensCreated')
    .map(({ args, blockNumber }) => {
      const wrap = wrapOf.get(args.labId);
      const address = (wrap?.wrappedLabToken ?? args.tokenContract) as Address;
      const underlying = wrap ? String(wrap.underlyingToken) : null;
      return { address, underlying, oclId: String(args.oclId), blockNumber };
    });
  return [...Map.groupBy(tokens, ({ address }) => address).values()].flatMap(([first]) => first ?? []);
}

function understood(log: MinedLog, tokenizer: FollowedContract) {
  try {
    return [{ ...readEvent(log, tokenizer), blockNumber: log.blockNumber }];
  } catch {
    // It is put aside when all logs of the range are decoded.
    return [];
  }
}
