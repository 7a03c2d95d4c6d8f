import { and, count, countDistinct, desc, eq, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import type {
  KeyRecipient,
  KeyReleaseDay,
  QueryKeyRecipientsArgs,
  QueryKeyReleaseDaysArgs,
  QueryKeyReleasesArgs,
} from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { keyReleases as releases } from '#platform/db/tables/key-releases.ts';
import { oclId, parseInput, parseOclId, walletAddress } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';

export type KeyReleaseRow = typeof releases.$inferSelect;

const releasesSchema = z.object({ oclId, wallet: walletAddress.nullish() });

/** The audit log of a lab's data keys, for its owner alone. */
export async function keyReleases(context: RequestContext, args: QueryKeyReleasesArgs) {
  const { oclId, wallet } = parseInput(releasesSchema, args);
  const { lab } = await requireRight(context, 'keyReleases', oclId);
  const paging = clampPage(args, { default: 20, max: 100 });
  const ofLab = and(eq(releases.oclId, lab.oclId), wallet ? eq(releases.wallet, wallet) : undefined);
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

const recipientsSchema = z.object({ oclId, refs: z.array(z.string()).max(1_000) });
const mostRecipients = 100;

/** The wallets that got data keys of some files of a lab, for its owner alone. */
export async function keyRecipients(
  context: RequestContext,
  args: QueryKeyRecipientsArgs,
): Promise<KeyRecipient[]> {
  const { oclId, refs } = parseInput(recipientsSchema, args);
  const { lab } = await requireRight(context, 'keyRecipients', oclId);
  const releasedAt = max(releases.at);
  const rows = await context.db
    .select({ wallet: releases.wallet, releasedAt, fileCount: countDistinct(releases.fileDid) })
    .from(releases)
    .where(
      and(
        eq(releases.oclId, lab.oclId),
        eq(releases.outcome, 'released'),
        sql`${releases.fileDid} = any(${sql.param(refs)})`,
      ),
    )
    .groupBy(releases.wallet)
    .orderBy(desc(releasedAt), releases.wallet)
    .limit(mostRecipients);
  return rows.map((row) => ({ ...row, releasedAt: row.releasedAt as Date }));
}

const countedReleases = 10_000;
const longestDays = 366;
const mostRows = 2000;

/** The audit log of a lab's data keys per day and wallet, for its owner alone. Reads a bounded part of one index. */
export async function keyReleaseDays(
  context: RequestContext,
  args: QueryKeyReleaseDaysArgs,
): Promise<KeyReleaseDay[]> {
  const { lab } = await requireRight(context, 'keyReleaseDays', parseOclId(args));
  const days = Math.min(longestDays, Math.max(1, args.days ?? 60));
  const counted = context.db
    .select({ wallet: releases.wallet, outcome: releases.outcome, at: releases.at })
    .from(releases)
    .where(eq(releases.oclId, lab.oclId))
    .orderBy(desc(releases.id))
    .limit(countedReleases)
    .as('counted');
  const day = sql`date_trunc('day', ${counted.at}, 'UTC')`.mapWith(releases.at);
  const rows = await context.db
    .select({
      day,
      wallet: counted.wallet,
      released: sql<number>`(count(*) filter (where ${counted.outcome} = 'released'))::int`,
      refused: sql<number>`(count(*) filter (where ${counted.outcome} = 'refused'))::int`,
    })
    .from(counted)
    .where(sql`${counted.at} >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1})`)
    .groupBy(sql`1`, counted.wallet)
    .orderBy(desc(sql`1`), counted.wallet)
    .limit(mostRows);
  return rows.reverse();
}
