import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationRestoreEntryArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { mostEntries } from '#core/files/find-entries.ts';
import { newEntryPath, withoutSlash } from '#core/files/path.ts';
import { addSkeletons } from '#core/files/path-conflicts.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { trashEntries } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { entriesChange } from './entries-change.ts';
import { restoreEntries } from './restore-store.ts';
import { moveTrashedObjectsNow } from './trash-objects.ts';
import { isLive } from './trash-store.ts';

const argsSchema = z.object({
  oclId,
  entries: z
    .array(z.object({ id: z.uuid(), to: newEntryPath.nullish() }))
    .min(1)
    .max(mostEntries)
    .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, {
      error: 'names an entry twice',
    }),
});

/** Restores entries of the trash, all or none: at their paths, or at others. */
export async function restoreEntry(context: RequestContext, args: MutationRestoreEntryArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'restoreEntry', input.oclId);
  const ids = input.entries.map(({ id }) => id);
  await addSkeletons(context.db, lab.oclId);
  await moveTrashedObjectsNow(context, ids);

  const restored = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const found = await tx
      .select()
      .from(trashEntries)
      .where(and(eq(trashEntries.oclId, lab.oclId), inArray(trashEntries.id, ids), isLive));
    const rows = new Map(found.map((row) => [row.id, row]));
    const entries = input.entries.map(({ id, to }) => {
      const row = rows.get(id);
      if (!row) throw notInTrash(id);
      const isFolder = row.path.endsWith('/');
      if (to?.endsWith('/') && !isFolder) throw isFile(row.path, to);
      return { ...row, path: withoutSlash(row.path), isFolder, to: withoutSlash(to ?? row.path) };
    });
    const done = await restoreEntries(tx, lab.oclId, entries);
    const change = entriesChange(done);
    const entry = { kind: 'ENTRIES_RESTORED', entries: change, changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry));
    return done;
  });
  const fileCount = restored.reduce((sum, entry) => sum + entry.fileCount, 0);
  return {
    restored,
    fileCount,
    message: fileCount === 1 ? '1 file restored.' : `${fileCount} files restored.`,
  };
}

function notInTrash(id: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    'The trash has no such entry. It may be restored, removed or expired.',
    {
      reason: 'FILE_NOT_FOUND',
      details: { id },
    },
  );
}

function isFile(path: string, to: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', `"${path}" is a file, so its path must not end with "/".`, {
    reason: 'INVALID_PATH',
    details: { argument: 'entries', path: to },
  });
}
