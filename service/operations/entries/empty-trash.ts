import { inArray, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { MutationEmptyTrashArgs } from '#contract/schema.generated.ts';
import type { RequestContext, ServiceContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { mostEntries } from '#core/files/find-entries.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { trashEntries } from '#platform/db/tables/files.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { entriesChange } from './entries-change.ts';
import { removeFromTrash } from './remove-from-trash.ts';

const argsSchema = z.object({ oclId, ids: z.array(z.uuid()).min(1).max(mostEntries).nullish() });

/** Permanently removes entries of the trash, or all of it. */
export async function emptyTrash(context: RequestContext, args: MutationEmptyTrashArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'emptyTrash', input.oclId);

  const { changed, keys } = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const which = input.ids ? inArray(trashEntries.id, input.ids) : undefined;
    const removed = await removeFromTrash(tx, lab.oclId, which);
    if (removed.changed.length > 0) {
      const entry = {
        kind: 'ENTRIES_REMOVED',
        entries: entriesChange(removed.changed),
        changeBy: wallet,
      } as const;
      sendLast(tx, appendToFeed(tx, lab.oclId, entry));
    }
    return removed;
  });
  await removeObjectsNow(context, keys);
  const fileCount = changed.reduce((sum, entry) => sum + entry.fileCount, 0);
  return { fileCount, message: fileCount === 1 ? '1 file deleted.' : `${fileCount} files deleted.` };
}

/** Removes what expired, one lab per turn. The feed has said who moved it to the trash. */
export async function expireTrash(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const isExpired = lte(trashEntries.expiresAt, sql`now()`);
  const [due] = await context.db
    .select({ oclId: trashEntries.oclId })
    .from(trashEntries)
    .where(isExpired)
    .orderBy(trashEntries.expiresAt)
    .limit(1);
  if (!due) return { done: 0, more: false };
  const { changed, keys } = await labTransaction(context.db, due.oclId, async (tx) => {
    await lockLab(tx, due.oclId);
    return removeFromTrash(tx, due.oclId, isExpired);
  });
  await removeObjectsNow({ ...context, log }, keys);
  return { done: changed.length, more: true };
}
