import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Reader } from '#platform/db/database.ts';
import { labTokens } from '#platform/db/tables/chain.ts';
import type { MinedLog } from '../logs.ts';
import { readEvent } from './decode.ts';
import { type FollowedContract, followedToken } from './followed-contracts.ts';

export type NewLabToken = Omit<typeof labTokens.$inferInsert, 'chainId'>;

/** Returns the tokens announced in the blocks read so far. */
export async function knownTokens(db: Reader, chainId: number): Promise<FollowedContract[]> {
  const rows = await db.select().from(labTokens).where(eq(labTokens.chainId, chainId));
  return rows.map(({ address }) => followedToken(address));
}

/**
 * Returns the tokens that these logs announce, without duplicates. Only announcements of the tokenizer count. For an
 * attached token it returns the wrapper, whatever the announcement names: the token behind it is an untrusted contract,
 * which may log anything.
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
    // The log is quarantined when the range is decoded.
    return [];
  }
}
