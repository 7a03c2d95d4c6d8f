import { z } from 'zod';
import type { MutationMoveEntryArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { findEntries, mostEntries } from '#core/files/find-entries.ts';
import { entryPath, newEntryPath, withoutSlash } from '#core/files/path.ts';
import { addSkeletons } from '#core/files/path-conflicts.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { entriesChange } from './entries-change.ts';
import { moveEntries } from './move-store.ts';

const argsSchema = z.object({
  oclId,
  moves: z
    .array(z.object({ from: entryPath, to: newEntryPath }))
    .min(1)
    .max(mostEntries),
});

/**
 * Moves or renames files and folders, all or none. A file keeps its DID, versions, keys and metadata, because only its
 * path changes.
 */
export async function moveEntry(context: RequestContext, args: MutationMoveEntryArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'moveEntry', input.oclId);
  await addSkeletons(context.db, lab.oclId);

  const moved = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const sources = await findEntries(
      tx,
      lab.oclId,
      input.moves.map(({ from }) => from),
    );
    const moves = sources.map((source, at) => ({ ...source, to: input.moves[at]?.to ?? '' }));
    for (const move of moves) requireDestination(move);
    const done = await moveEntries(tx, { oclId: lab.oclId, wallet, moves });
    const entry = { kind: 'ENTRIES_MOVED', entries: entriesChange(done), changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry));
    return done;
  });
  const fileCount = moved.reduce((sum, entry) => sum + entry.fileCount, 0);
  return { moved, fileCount, message: fileCount === 1 ? '1 file moved.' : `${fileCount} files moved.` };
}

function requireDestination({ path, isFolder, to }: { path: string; isFolder: boolean; to: string }): void {
  if (!isFolder && to.endsWith('/'))
    throw invalidDestination(`"${path}" is a file, so its new path must not end with "/".`, to);
  const target = withoutSlash(to);
  if (target === path) throw invalidDestination(`"${path}" has this path already.`, to);
  if (isFolder && target.startsWith(`${path}/`))
    throw invalidDestination(`The folder "${path}" cannot be moved into itself.`, to);
}

function invalidDestination(message: string, to: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, {
    reason: 'INVALID_PATH',
    details: { argument: 'moves', path: to },
  });
}
