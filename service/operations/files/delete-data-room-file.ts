import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationDeleteDataRoomFileArgs } from '#contract/schema.generated.ts';
import { removeDiscussions } from '#core/comments/remove-discussions.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, withoutText } from '#core/feed/file-snapshot.ts';
import { appendToFeed, removeTextFromFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, requireCaller } from '#core/files/file-errors.ts';
import { filePath } from '#core/files/path.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import { lockLabAndRead } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast, sendTogether } from '#platform/db/send-together.ts';
import { files, objectDeletions } from '#platform/db/tables/files.ts';
import { authorAddress, oclId, parseInput } from '#platform/input/input.ts';
import { selectFileAndVersions } from './file-and-version.ts';

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
    const { oclId } = lab;
    const [, found] = await lockLabAndRead(tx, oclId, selectFileAndVersions(tx, oclId, input.path));
    const [newest] = found;
    if (!newest) throw fileNotFound();
    const { file } = newest;
    const versions = found.map(({ version }) => version);
    // A restored version has the object of an earlier one.
    const owners = versions.filter(({ restoredFrom }) => restoredFrom === null);
    const objects = owners.map(({ objectKey, contentLength }) => ({ objectKey, oclId, contentLength }));
    await sendTogether([
      tx.insert(objectDeletions).values(objects),
      tx.delete(files).where(eq(files.id, file.id)),
    ]);
    const snapshot = withoutText(snapshotOf(file, newest.version));
    const entry = { kind: 'FILE_REMOVED', file: snapshot, changeBy: wallet } as const;
    const dids = [file.did];
    const removedBytes =
      (await removeTextFromFeed(tx, oclId, dids)) + (await removeDiscussions(tx, oclId, dids));
    const freed = owners.reduce((sum, version) => sum + version.contentLength, 0);
    sendLast(tx, appendToFeed(tx, oclId, entry, { textBytes: -removedBytes, storedBytes: -freed }));
    return objects.map(({ objectKey }) => objectKey);
  });
  await removeObjectsNow(context, removed);
  return { oclId: lab.oclId, filePath: input.path };
}
