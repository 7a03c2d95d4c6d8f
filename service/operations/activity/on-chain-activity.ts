import { z } from 'zod';
import type { OnChainActivity, QueryOnChainActivityArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseEventCursor } from '#core/feed/event-cursor.ts';
import { asActivity, eventsOfLab, eventsOfWallet } from '#core/feed/on-chain-activity-store.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { clampLimit } from '#platform/input/page.ts';

const argsSchema = z.object({ oclId: oclId.nullish(), wallet: walletAddress.nullish() });

/** What the indexer has seen around one lab or one wallet, newest first. Public. */
export async function onChainActivity(
  context: RequestContext,
  args: QueryOnChainActivityArgs,
): Promise<OnChainActivity[]> {
  const { oclId, wallet } = parseInput(argsSchema, args);
  const query = {
    chainId: context.chain.chainId,
    before: parseEventCursor(args.cursor),
    limit: clampLimit(args.limit, 50),
  };
  if (oclId && !wallet) return (await eventsOfLab(context.db, { oclId, ...query })).map(asActivity);
  if (wallet && !oclId) return (await eventsOfWallet(context.db, { wallet, ...query })).map(asActivity);
  throw new ServiceError('INVALID_INPUT', 'Pass exactly one of oclId and wallet.', {
    reason: 'OCL_ID_XOR_WALLET',
    details: { argument: oclId ? 'wallet' : 'oclId' },
  });
}
