import { randomUUID } from 'node:crypto';
import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type DidKey, recordDidKeys } from '#core/did/did-key.ts';
import { type AccessChange, snapshotOf, textBytesOf } from '#core/feed/file-snapshot.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, pathOccupied } from '#core/files/file-errors.ts';
import { earlierPublicVersions } from '#core/files/file-store.ts';
import { mustLookDistinct } from '#core/files/path-conflicts.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { bindDataKey } from '#core/keys/data-key.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import {
  type FileRow,
  files,
  fileVersions,
  objectDeletions,
  trashedVersions,
} from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { type CheckedEncryption, storedEncryption } from './encryption-metadata.ts';
import { claimUpload, endUpload } from './seal-upload.ts';
import type { SealedObject, UploadRow } from './upload-store.ts';

/** Everything a finish writes. */
export interface FinishedFile {
  upload: UploadRow;
  finishHash: string;
  oclId: string;
  path: string | undefined;
  ref: string | undefined;
  accessLevel: FileRow['accessLevel'];
  description: string | null | undefined;
  tags: string[] | null | undefined;
  categories: string[] | null | undefined;
  contentText: string | null | undefined;
  changeNote: string | null | undefined;
  wallet: string;
  encryption: CheckedEncryption | null;
  object: SealedObject;
  /** Identity of a new file; absent for a new version. */
  newFileKey: DidKey | undefined;
}

type FinishResult = NonNullable<UploadRow['result']>;

/**
 * Writes file, version, key binding, feed entry, quota and the end of the upload in one transaction. The lock of the
 * lab makes versions consecutive, paths unique and a repeated finish harmless.
 */
export function finishUpload(db: Database, input: FinishedFile): Promise<FinishResult> {
  return labTransaction(db, input.oclId, async (tx) => {
    const lab = await lockLab(tx, input.oclId);
    const claim = await claimUpload(tx, lab, { id: input.upload.id, finishHash: input.finishHash });
    if ('earlier' in claim) {
      await giveUpUnused(tx, input);
      return claim.earlier;
    }

    const { file, change } = input.newFileKey
      ? await insertFile(tx, input, input.newFileKey)
      : await advanceFile(tx, input);
    const [version] = await tx
      .insert(fileVersions)
      .values({
        fileId: file.id,
        version: file.version,
        objectKey: input.object.key,
        contentType: input.upload.contentType,
        sha256: input.object.sha256,
        contentLength: input.object.contentLength,
        changeBy: input.wallet,
        encryption: input.encryption && storedEncryption(input.encryption),
        accessLevel: input.accessLevel,
        changeNote: input.changeNote || null,
      })
      .returning();
    if (!version) throw new Error('The version was not stored');
    if (input.encryption) {
      const binding = { wallet: input.wallet, fileId: file.id, version: file.version };
      await bindDataKey(tx, input.encryption.encryptedDek, binding);
      await recordConditions(tx, input.oclId, input.encryption);
    }
    const { changeNote } = version;
    const snapshot = { ...snapshotOf(file, version, change), ...(changeNote && { changeNote }) };
    const textBytes = textBytesOf(snapshot);
    requireMetadataQuota(lab, textBytes);
    const kind = change ? 'FILE_UPDATED' : 'FILE_ADDED';
    await appendToFeed(tx, input.oclId, { kind, file: snapshot, changeBy: input.wallet }, textBytes);
    await tx
      .update(labs)
      .set({ storedBytes: sql`${labs.storedBytes} + ${input.object.contentLength}` })
      .where(eq(labs.oclId, input.oclId));

    const result: FinishResult = {
      datasetId: file.did,
      contentHash: `sha256:${version.sha256}`,
      version: version.version,
      message: change ? versionAdded(version.version, change.publicVersions) : 'File added.',
      publicVersions: change?.publicVersions ?? [],
    };
    await endUpload(tx, claim.upload, { finishHash: input.finishHash, result });
    return result;
  });
}

/**
 * Queues bytes for deletion that no version references: sealed by a repeated finish after the first file was deleted.
 * No other job finds them, because the upload counts as finished.
 */
async function giveUpUnused(tx: Transaction, { oclId, object }: FinishedFile): Promise<void> {
  const { key: objectKey, contentLength } = object;
  const used = await unionAll(
    tx
      .select({ version: fileVersions.version })
      .from(fileVersions)
      .where(and(eq(fileVersions.objectKey, objectKey), isNull(fileVersions.restoredFrom))),
    tx
      .select({ version: trashedVersions.version })
      .from(trashedVersions)
      .where(eq(trashedVersions.objectKey, objectKey)),
  );
  if (used.length === 0)
    await tx
      .insert(objectDeletions)
      .values({ objectKey, oclId, contentLength })
      .onConflictDoUpdate({ target: objectDeletions.objectKey, set: { dueAt: sql`clock_timestamp()` } });
}

async function insertFile(
  tx: Transaction,
  input: FinishedFile,
  key: DidKey,
): Promise<{ file: FileRow; change?: never }> {
  const { oclId, path = '' } = input;
  await mustLookDistinct(tx, oclId, path);
  const [file] = await tx
    .insert(files)
    .values({
      id: randomUUID(),
      oclId,
      did: key.did,
      path,
      pathSkeleton: pathSkeleton(path),
      version: 1,
      accessLevel: input.accessLevel,
      description: input.description ?? null,
      tags: input.tags ?? [],
      categories: input.categories ?? [],
      contentText: input.contentText ?? null,
      changeBy: input.wallet,
    })
    .onConflictDoNothing({ target: [files.oclId, files.path] })
    .returning();
  if (!file) throw pathOccupied();
  await recordDidKeys(tx, [key]);
  return { file };
}

/**
 * A new version keeps omitted fields, with one exception: if a public file becomes secret, its searchable text is
 * dropped, because it describes the content.
 */
async function advanceFile(
  tx: Transaction,
  input: FinishedFile,
): Promise<{ file: FileRow; change: AccessChange }> {
  const isSecret = input.accessLevel !== 'PUBLIC';
  const [advanced] = await tx
    .update(files)
    .set({
      version: sql`${files.version} + 1`,
      accessLevel: input.accessLevel,
      updatedAt: sql`now()`,
      changeBy: input.wallet,
      ...(input.description != null && { description: input.description || null }),
      ...(input.tags != null && { tags: input.tags }),
      ...(input.categories != null && { categories: input.categories }),
      ...(isSecret && {
        contentText: sql`case when ${files.accessLevel} = 'PUBLIC' then null else ${files.contentText} end`,
      }),
      ...(input.contentText != null && { contentText: input.contentText || null }),
    })
    .where(and(eq(files.oclId, input.oclId), eq(files.did, input.ref ?? '')))
    .returning({
      file: getTableColumns(files),
      // Subqueries of RETURNING read the row as it was before the update.
      previousAccessLevel: sql<string>`(select former.access_level from files former where former.id = files.id)`,
      publicVersions: isSecret ? earlierPublicVersions : sql<number[]>`'{}'::int[]`,
    });
  if (!advanced) throw fileNotFound();
  const { file, ...change } = advanced;
  return { file, change };
}

/** Says what a new version leaves public. */
export function versionAdded(version: number, publicVersions: readonly number[]): string {
  const added = `Version ${version} added.`;
  if (publicVersions.length === 0) return added;
  return publicVersions.length === 1
    ? `${added} Version ${publicVersions[0]} stays public.`
    : `${added} Versions ${publicVersions.join(', ')} stay public.`;
}
