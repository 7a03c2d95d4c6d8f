import { z } from 'zod';
import type { QueryActivityGroupArgs, QueryActivityGroupsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { FeedQuery } from '#core/feed/feed-store.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { seesHidden } from '#core/rights/sees-hidden.ts';
import { oclId as anyOclId, parseInput, parseOclId, walletAddress } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { findGroup, readGroups, readGroupsOfWallet, readLabGroups } from './group-store.ts';

/** The feed of one lab or of all labs, with changes that belong together as one group. */
export async function activityGroups(context: RequestContext, args: QueryActivityGroupsArgs) {
  const paging = clampPage(args, { default: 20, max: 100 });
  const query = { ...paging, filter: args.filter ?? undefined };
  const { oclId, changeBy } = args;
  const { rows, totalCount } =
    typeof changeBy === 'string'
      ? await groupsOfWallet(context, args, paging)
      : oclId === null || oclId === undefined
        ? await readGroups(context.db, query)
        : await groupsOfLab(context, parseOclId({ oclId }), query);
  return { nodes: rows, pageInfo: pageInfoOf(paging, totalCount) };
}

async function groupsOfLab(context: RequestContext, oclId: string, query: FeedQuery) {
  const lab = await requireRegisteredLab(context, oclId);
  return readLabGroups(context.db, lab, query, await seesHidden(context, lab));
}

const ofWallet = z.object({
  oclId: anyOclId,
  changeBy: walletAddress,
  filter: z.null('filter cannot be combined with changeBy').optional(),
});

async function groupsOfWallet(
  context: RequestContext,
  args: QueryActivityGroupsArgs,
  paging: { page: number; perPage: number },
) {
  const { oclId, changeBy } = parseInput(ofWallet, args);
  const lab = await requireRegisteredLab(context, oclId);
  const withHidden = await seesHidden(context, lab);
  return readGroupsOfWallet(context.db, { oclId: lab.oclId, changeBy }, paging, withHidden);
}

/** One group of a lab's feed. */
export async function activityGroup(context: RequestContext, args: QueryActivityGroupArgs) {
  const lab = await context.loaders.registeredLabs.load(parseOclId(args));
  return lab ? findGroup(context.db, lab.oclId, args.number, await seesHidden(context, lab)) : null;
}
