import { z } from 'zod';
import type {
  QueryAccessRequestArgs,
  QueryAccessRequestsArgs,
  QueryMyAccessRequestsArgs,
} from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight, requireWallet } from '#core/rights/authorize.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { mayDecide } from './deciders.ts';
import { requestId } from './input.ts';
import { type AccessRequestRow, findRequest, pageRequests } from './request-store.ts';

const ofLabSchema = z.object({ oclId });
const oneSchema = z.object({ id: requestId });
const mineSchema = z.object({ oclId: oclId.nullish() });

const paged = { default: 20, max: 100 };

/** The requests of a lab, for those who can decide on them: contributors see those for the viewer role. */
export async function accessRequests(context: RequestContext, args: QueryAccessRequestsArgs) {
  const { lab, role } = await requireRight(context, 'accessRequests', parseInput(ofLabSchema, args).oclId);
  const paging = clampPage(args, paged);
  const { nodes, totalCount } = await pageRequests(
    context.db,
    {
      oclId: lab.oclId,
      role: role === 'OWNER' ? undefined : 'VIEWER',
      states: args.state ? [args.state] : undefined,
      withoutBlocked: true,
    },
    paging,
  );
  return { nodes, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}

/** One request, for its asker and those who can decide on it; `null` for all others. */
export async function accessRequest(
  context: RequestContext,
  args: QueryAccessRequestArgs,
): Promise<AccessRequestRow | null> {
  const { id } = parseInput(oneSchema, args);
  const wallet = await requireWallet(context);
  const request = await findRequest(context.db, id);
  if (!request) return null;
  return request.wallet === wallet || (await mayDecide(context, request, wallet)) ? request : null;
}

/** The requests of the caller's wallet. */
export async function myAccessRequests(context: RequestContext, args: QueryMyAccessRequestsArgs) {
  const wallet = await requireWallet(context);
  const { oclId } = parseInput(mineSchema, args);
  const paging = clampPage(args, paged);
  const { nodes, totalCount } = await pageRequests(context.db, { wallet, oclId: oclId ?? undefined }, paging);
  return { nodes, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
