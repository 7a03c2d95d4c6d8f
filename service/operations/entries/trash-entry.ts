import { z } from 'zod';
import type { MutationTrashEntryArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { findEntries, mostEntries } from '#core/files/find-entries.ts';
import { entryPath } from '#core/files/path.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { entriesChange } from './entries-change.ts';
import { moveTrashedObjectsNow } from './trash-objects.ts';
import { trashEntriesOf } from './trash-store.ts';

const argsSchema = z.object({ oclId, paths: z.array(entryPath).min(1).max(mostEntries) });

/** Moves files and folders to the trash, all or none, and ends the URLs of their bytes. */
export async function trashEntry(context: RequestContext, args: MutationTrashEntryArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'trashEntry', input.oclId);

  const { changed, ids, objectKeys } = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const entries = await findEntries(tx, lab.oclId, input.paths);
    const trashed = await trashEntriesOf(tx, { oclId: lab.oclId, wallet, entries });
    const change = entriesChange(trashed.changed);
    const entry = { kind: 'ENTRIES_TRASHED', entries: change, changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry));
    return trashed;
  });
  await moveTrashedObjectsNow(context, ids, objectKeys);
  const fileCount = changed.reduce((sum, entry) => sum + entry.fileCount, 0);
  const message = fileCount === 1 ? '1 file moved to the trash.' : `${fileCount} files moved to the trash.`;
  return { ids, fileCount, message };
}
