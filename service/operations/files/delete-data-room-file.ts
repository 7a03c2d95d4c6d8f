import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationDeleteDataRoomFileArgs } from '#contract/schema.generated.ts';
import { removeDiscussions } from '#core/comments/remove-discussions.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, withoutText } from '#core/feed/file-snapshot.ts';
import { appendToFeed, removeTextFromFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, requireCaller } from '#core/files/file-errors.ts';
import { findFile, versionsOf } from '#core/files/file-store.ts';
import { filePath } from '#core/files/path.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { files, objectDeletions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { authorAddress, oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, path: filePath, changeBy: authorAddress });

/**
 * Deletes a file with all its versions. Its feed entries keep path, author and time, but no description, labels or
 * text. After the transaction no new URL to the bytes is issued; then the request revokes existing URLs, and the
 * worker completes what it could not.
 */
export async function deleteDataRoomFile(context: RequestContext, args: MutationDeleteDataRoomFileArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'deleteDataRoomFile', input.oclId);
  requireCaller(input.changeBy, wallet);

  const removed = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const file = await findFile(tx, lab.oclId, input.path);
    const versions = file ? await versionsOf(tx, [file.id]) : [];
    const [newest] = versions;
    if (!file || !newest) throw fileNotFound();
    const { oclId } = lab;
    // A restored version has the object of an earlier one.
    const owners = versions.filter(({ restoredFrom }) => restoredFrom === null);
    const objects = owners.map(({ objectKey, contentLength }) => ({ objectKey, oclId, contentLength }));
    await tx.insert(objectDeletions).values(objects);
    await tx.delete(files).where(eq(files.id, file.id));
    const snapshot = withoutText(snapshotOf(file, newest));
    const entry = { kind: 'FILE_REMOVED', file: snapshot, changeBy: wallet } as const;
    const dids = [file.did];
    const removedBytes =
      (await removeTextFromFeed(tx, lab.oclId, dids)) + (await removeDiscussions(tx, lab.oclId, dids));
    await appendToFeed(tx, lab.oclId, entry, -removedBytes);
    const freed = owners.reduce((sum, version) => sum + version.contentLength, 0);
    await tx
      .update(labs)
      .set({ storedBytes: sql`${labs.storedBytes} - ${freed}` })
      .where(eq(labs.oclId, lab.oclId));
    return objects.map(({ objectKey }) => objectKey);
  });
  await removeObjectsNow(context, removed);
  return { oclId: lab.oclId, filePath: input.path };
}
