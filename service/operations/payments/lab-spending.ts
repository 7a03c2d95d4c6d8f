import { z } from 'zod';
import type { QueryLabSpendingArgs, Spending } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { spendingOf } from './spending.ts';

const argsSchema = z.object({ oclId, wallet: walletAddress });

/** What a wallet spent on calls that name a lab, for its owner alone: what it spent elsewhere is not the lab's business. */
export async function labSpending(context: RequestContext, args: QueryLabSpendingArgs): Promise<Spending[]> {
  const { oclId, wallet } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'labSpending', oclId);
  return spendingOf(context.db, wallet, lab.oclId);
}
