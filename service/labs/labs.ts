import { z } from 'zod';
import type { RequestContext } from '../context.ts';
import { parseInput, walletAddress } from '../input.ts';
import { labsOfWallet } from '../members/members-of-wallet.ts';
import { clampPage, pageInfoOf } from '../page.ts';
import type { QueryLabsArgs } from '../schema.generated.ts';
import { listLabs } from './lab-store.ts';

const argsSchema = z.object({
  walletAddress: walletAddress.nullish(),
  search: z.string().max(200).nullish(),
});

/** All labs, or those where a wallet holds a role. */
export async function labs(context: RequestContext, args: QueryLabsArgs) {
  const { walletAddress: wallet, search } = parseInput(argsSchema, args);
  const paging = clampPage(args, { default: 20, max: 100 });
  const { rows, totalCount } = await listLabs(context.db, {
    ...paging,
    ...(wallet && { oclIds: await labsOfWallet(context, wallet, args.role ?? undefined) }),
    ...(search && { search }),
  });
  return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
