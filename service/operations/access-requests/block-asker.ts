import { accessRequestLimits } from '@labroom/protocol/access-request';
import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationBlockAskerArgs, QueryBlockedAskersArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { blockedAskers as table } from '#platform/db/tables/access-requests.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, parseOclId, walletAddress } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, wallet: walletAddress, isBlocked: z.boolean() });

/** Takes no more requests of a wallet, or takes them again. */
export async function blockAsker(context: RequestContext, args: MutationBlockAskerArgs) {
  const { oclId, wallet, isBlocked } = parseInput(argsSchema, args);
  const { wallet: blockedBy, lab } = await requireRight(context, 'blockAsker', oclId);
  const row = and(eq(table.oclId, lab.oclId), eq(table.wallet, wallet));
  await labTransaction(context.db, lab.oclId, async (tx) => {
    // A request of the same moment is either stored before this, and then hidden, or refused.
    await lockLab(tx, lab.oclId);
    await tx.delete(table).where(row);
    if (!isBlocked) return;
    if ((await tx.$count(table, eq(table.oclId, lab.oclId))) >= accessRequestLimits.blocked) {
      throw new ServiceError(
        'FAILED_PRECONDITION',
        `A lab blocks at most ${accessRequestLimits.blocked} wallets.`,
        { reason: 'TOO_MANY_ACCESS_REQUESTS' },
      );
    }
    await tx.insert(table).values({ oclId: lab.oclId, wallet, blockedBy });
  });
  return { message: isBlocked ? 'The wallet is blocked.' : 'The wallet can ask again.' };
}

/** The wallets that a lab blocks, the latest first. */
export async function blockedAskers(context: RequestContext, args: QueryBlockedAskersArgs) {
  const { lab } = await requireRight(context, 'blockedAskers', parseOclId(args));
  return context.db
    .select()
    .from(table)
    .where(eq(table.oclId, lab.oclId))
    .orderBy(desc(table.blockedAt), table.wallet);
}
