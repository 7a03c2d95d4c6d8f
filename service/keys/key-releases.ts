import { count, desc, eq } from 'drizzle-orm';
import { mayAdminister } from '../auth/may.ts';
import type { RequestContext } from '../context.ts';
import { keyReleases as releases } from '../db/tables/files.ts';
import { oclId, parseInput } from '../input.ts';
import { clampPage, pageInfoOf } from '../page.ts';
import type { QueryKeyReleasesArgs } from '../schema.generated.ts';

export type KeyReleaseRow = typeof releases.$inferSelect;

/** The audit log of a lab's data keys, for its owner alone. */
export async function keyReleases(context: RequestContext, args: QueryKeyReleasesArgs) {
  const { lab } = await mayAdminister(context, parseInput(oclId, args.oclId));
  const paging = clampPage(args, { default: 20, max: 100 });
  const ofLab = eq(releases.oclId, lab.oclId);
  const nodes = await context.db
    .select()
    .from(releases)
    .where(ofLab)
    .orderBy(desc(releases.id))
    .limit(paging.perPage)
    .offset(paging.page * paging.perPage);
  const [total] = await context.db.select({ count: count() }).from(releases).where(ofLab);
  const totalCount = total?.count ?? 0;
  return { nodes, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
