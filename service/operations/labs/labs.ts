import { z } from 'zod';
import type { QueryLabsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { listLabs, pageOfLabs } from '#core/labs/lab-lists.ts';
import { labsOfWallet } from '#core/members/members-of-wallet.ts';
import { provedWallet } from '#core/rights/authorize.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { labsByContent } from './labs-by-content.ts';

const argsSchema = z.object({
  walletAddress: walletAddress.nullish(),
  search: z.string().max(200).nullish(),
  verified: z.boolean().nullish(),
  readiness: z.array(z.int().min(1).max(9)).max(9).nullish(),
});

/**
 * All listed labs, optionally filtered by the role of a wallet or by the content source. A wallet's own list has also those that the operator
 * hid.
 */
export async function labs(context: RequestContext, args: QueryLabsArgs) {
  const { walletAddress: wallet, search, ...content } = parseInput(argsSchema, args);
  const paging = clampPage(args, { default: 20, max: 100 });
  const order = args.order ?? 'LATEST_CONTRIBUTION';
  const among = [
    wallet ? { only: await labsOfWallet(context, wallet, args.role ?? undefined) } : null,
    await labsByContent(context, content),
  ].filter((set) => set !== null);
  const withHidden = wallet ? (await provedWallet(context))?.toLowerCase() === wallet : false;
  const { rows, totalCount } =
    among.length > 0 || search
      ? await listLabs(context.db, { ...paging, order, among, withHidden, ...(search && { search }) })
      : await pageOfLabs(context.db, { ...paging, order });
  return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
