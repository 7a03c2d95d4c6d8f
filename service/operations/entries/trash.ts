import type { QueryTrashArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { parseOclId } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';
import { pageTrash } from './trash-store.ts';

/** A page of a lab's trash, for owners and contributors. */
export async function trash(context: RequestContext, args: QueryTrashArgs) {
  const { lab } = await requireRight(context, 'trash', parseOclId(args));
  const paging = clampPage(args, { default: 50, max: 200 });
  const { rows, totalCount } = await pageTrash(context.db, { oclId: lab.oclId, ...paging });
  return { nodes: rows, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
