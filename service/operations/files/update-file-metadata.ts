import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationUpdateFileMetadataArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, textBytesOf } from '#core/feed/file-snapshot.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { lockLabAndRead, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { files, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { accessLevel, contentText, description, oclId, parseInput, tags } from '#platform/input/input.ts';
import { selectFileAndVersion } from './file-and-version.ts';

/** Absent stays, null clears. */
const argsSchema = z.object({
  oclId,
  ref: z.string(),
  accessLevel,
  description: description.nullable().optional(),
  tags: tags.nullable().optional(),
  categories: tags.nullable().optional(),
  contentText: contentText.nullable().optional(),
});

/** Updates the metadata of a file; bytes and version stay unchanged. */
export async function updateFileMetadata(context: RequestContext, args: MutationUpdateFileMetadataArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'updateFileMetadata', input.oclId);

  await labTransaction(context.db, lab.oclId, async (tx) => {
    const [locked, [found]] = await lockLabAndRead(tx, lab.oclId, selectFileAndVersion(tx, lab.oclId, input));
    if (!found) throw fileNotFound();
    const { file, version } = found;
    mustSuit(input.accessLevel, version);
    const { accessLevel } = input;
    const changes = {
      accessLevel,
      ...(input.description !== undefined && { description: input.description }),
      ...(input.tags !== undefined && { tags: input.tags ?? [] }),
      ...(input.categories !== undefined && { categories: input.categories ?? [] }),
      ...(input.contentText !== undefined && { contentText: input.contentText }),
    };
    const snapshot = snapshotOf({ ...file, ...changes }, version, {
      previousAccessLevel: file.accessLevel,
      publicVersions: [],
    });
    const textBytes = textBytesOf(snapshot);
    requireMetadataQuota(locked, textBytes);
    const entry = { kind: 'FILE_UPDATED', file: snapshot, changeBy: wallet } as const;
    const isVersion = and(eq(fileVersions.fileId, file.id), eq(fileVersions.version, file.version));
    sendLast(
      tx,
      tx
        .update(files)
        .set({ ...changes, updatedAt: sql`now()`, changeBy: wallet })
        .where(eq(files.id, file.id)),
      accessLevel === file.accessLevel ? null : tx.update(fileVersions).set({ accessLevel }).where(isVersion),
      appendToFeed(tx, lab.oclId, entry, { textBytes }),
    );
  });
  return { ref: input.ref, message: 'File updated.' };
}

/** A label cannot promise what the bytes do not keep: secret means encrypted, public means readable. */
function mustSuit(level: string, version: VersionRow): void {
  if (level !== 'PUBLIC' && !version.encryption) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      `The file is not encrypted. Add an encrypted version to make it ${level}.`,
      {
        reason: 'ENCRYPTION_REQUIRED',
        details: { argument: 'accessLevel' },
      },
    );
  }
  if (level === 'PUBLIC' && version.encryption) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      'The file is encrypted. Add a plaintext version to make it PUBLIC.',
      {
        reason: 'INVALID_ACCESS_LEVEL',
        details: { argument: 'accessLevel' },
      },
    );
  }
}
