import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationRestoreFileVersionArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, textBytesOf } from '#core/feed/file-snapshot.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid, findVersion, publicVersionsOf } from '#core/files/file-store.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { versionAdded } from './finish-upload.ts';

const argsSchema = z.object({ oclId, ref: z.string(), version: z.int().min(1) });

/**
 * Makes an earlier version the newest, under a new number and with its bytes, type, encryption and access. Both versions
 * have one object and one data key, which stays bound to the earlier one.
 */
export async function restoreFileVersion(context: RequestContext, args: MutationRestoreFileVersionArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'restoreFileVersion', input.oclId);

  const { version, publicVersions } = await labTransaction(context.db, lab.oclId, async (tx) => {
    const locked = await lockLab(tx, lab.oclId);
    const file = await findFileByDid(tx, lab.oclId, input.ref);
    const source = file && (await findVersion(tx, file.id, input.version));
    if (!file || !source) throw fileNotFound();
    if (source.version === file.version) throw isNewest(source.version);
    const becomesSecret = file.accessLevel === 'PUBLIC' && source.accessLevel !== 'PUBLIC';
    const [updated] = await tx
      .update(files)
      .set({
        version: sql`${files.version} + 1`,
        accessLevel: source.accessLevel,
        updatedAt: sql`now()`,
        changeBy: wallet,
        // Text of a public version describes its content.
        ...(becomesSecret && { contentText: null }),
      })
      .where(eq(files.id, file.id))
      .returning();
    if (!updated) throw fileNotFound();
    const { createdAt: _, ...copied } = source;
    const restoredFrom = source.restoredFrom ?? source.version;
    const [restored] = await tx
      .insert(fileVersions)
      .values({
        ...copied,
        version: updated.version,
        changeBy: wallet,
        restoredFrom,
        changeNote: null,
        formerAccess: null,
      })
      .returning();
    if (!restored) throw new Error('The version was not stored');
    if (source.encryption) await recordConditions(tx, lab.oclId, source.encryption);
    const publicVersions = (await publicVersionsOf(tx, [file.id])).get(file.id) ?? [];
    const snapshot = snapshotOf(updated, restored, { previousAccessLevel: file.accessLevel, publicVersions });
    const textBytes = textBytesOf(snapshot);
    requireMetadataQuota(locked, textBytes);
    const entry = { kind: 'FILE_UPDATED', file: snapshot, changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry, { textBytes }));
    return { version: updated.version, publicVersions };
  });
  return { version, publicVersions, message: versionAdded(version, publicVersions) };
}

function isNewest(version: number): ServiceError {
  return new ServiceError('VALIDATION_FAILED', `Version ${version} is the newest already.`, {
    details: { argument: 'version' },
  });
}
