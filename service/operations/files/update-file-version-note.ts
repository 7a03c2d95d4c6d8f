import { mayCallOnOthers } from '@labroom/protocol/lab-rights';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationUpdateFileVersionNoteArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { setChangeNoteInFeed } from '#core/feed/write-feed.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid, findVersion } from '#core/files/file-store.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { requireRight, unauthorized } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { fileVersions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { changeNote, oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({
  oclId,
  ref: z.string(),
  version: z.int().min(1),
  changeNote: changeNote.nullish(),
});

/** Replaces the note of a version, also in the feed, so that a note that is taken back is gone. */
export async function updateFileVersionNote(
  context: RequestContext,
  args: MutationUpdateFileVersionNoteArgs,
) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab, role } = await requireRight(context, 'updateFileVersionNote', input.oclId);
  const { version } = input;
  const note = input.changeNote || null;

  await labTransaction(context.db, lab.oclId, async (tx) => {
    const locked = await lockLab(tx, lab.oclId);
    const file = await findFileByDid(tx, lab.oclId, input.ref);
    const current = file && (await findVersion(tx, file.id, version));
    if (!file || !current) throw fileNotFound();
    if (current.changeBy !== wallet && !mayCallOnOthers('updateFileVersionNote', role))
      throw unauthorized('Only an owner of this lab, or who added this version, may change its note.');
    const added = Buffer.byteLength(note ?? '') - Buffer.byteLength(current.changeNote ?? '');
    requireMetadataQuota(locked, Math.max(0, added));
    await tx
      .update(fileVersions)
      .set({ changeNote: note })
      .where(and(eq(fileVersions.fileId, file.id), eq(fileVersions.version, version)));
    await setChangeNoteInFeed(tx, lab.oclId, { did: file.did, version, note });
    await tx
      .update(labs)
      .set({ textBytes: sql`${labs.textBytes} + ${added}` })
      .where(eq(labs.oclId, lab.oclId));
  });
  return { version, changeNote: note, message: note ? 'Note saved.' : 'Note removed.' };
}
