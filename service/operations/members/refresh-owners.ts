import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { resolveOwners } from '#chain/owners.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { holderOwners, labHolders } from '#platform/db/tables/chain.ts';

const atOnce = 10;
/** Some contracts change their owners without an event that is followed; an account without code rarely becomes a contract. */
const contractRecheck = sql`now() + interval '1 minute'`;
const otherRecheck = sql`now() + interval '6 hours'`;

/**
 * Reads from the chain who owns the holders of labs, if the last read is too old or an event touched the holder, and
 * stores the result for lists.
 * @returns the number of holders read; a full batch means that more may be due
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` if none could be read
 */
export async function refreshOwners({
  db,
  chain,
}: Pick<ServiceContext, 'db' | 'chain'>): Promise<{ done: number; more: boolean }> {
  const due = await db
    .select()
    .from(labHolders)
    .where(lte(labHolders.nextCheckAt, sql`now()`))
    .orderBy(asc(labHolders.nextCheckAt))
    .limit(atOnce);
  const outcomes = await Promise.allSettled(
    due.map(async ({ address, nextCheckAt }) => {
      const resolved = await resolveOwners(chain, address as Address).catch(async (error: unknown) => {
        // Moves to the end of the queue, so that one failing contract does not delay the others.
        await db
          .update(labHolders)
          .set({ nextCheckAt: contractRecheck })
          .where(eq(labHolders.address, address));
        throw error;
      });
      const behind = resolved.owners.flatMap(({ address: owner, source }) =>
        source === 'HOLDER' ? [] : [{ holder: address, owner, source }],
      );
      await db.transaction(async (tx) => {
        const others = notInArray(
          holderOwners.owner,
          behind.map(({ owner }) => owner),
        );
        await tx.delete(holderOwners).where(and(eq(holderOwners.holder, address), others));
        if (behind.length > 0) {
          await tx
            .insert(holderOwners)
            .values(behind)
            .onConflictDoUpdate({
              target: [holderOwners.holder, holderOwners.owner],
              set: { source: sql`excluded.source` },
            });
        }
        await tx
          .update(labHolders)
          .set({ nextCheckAt: behind.length > 0 ? contractRecheck : otherRecheck })
          // Unless an event touched the holder during the read.
          .where(and(eq(labHolders.address, address), eq(labHolders.nextCheckAt, nextCheckAt)));
      });
    }),
  );
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed && done === 0) throw failed.reason;
  return { done, more: due.length === atOnce };
}
