import { randomUUID } from 'node:crypto';
import { storedHash } from '@labroom/protocol/content-hash';
import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type DidKey, recordDidKeys } from '#core/did/did-key.ts';
import { type AccessChange, snapshotOf, textBytesOf } from '#core/feed/file-snapshot.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, pathOccupied } from '#core/files/file-errors.ts';
import { requireDistinct, selectLookAlikes } from '#core/files/path-conflicts.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { unknownDataKey } from '#core/keys/data-key.ts';
import { lockLabAndRead, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import {
  type FileRow,
  files,
  fileVersions,
  objectDeletions,
  trashedVersions,
} from '#platform/db/tables/files.ts';
import { bindDataKeys, selectBindable } from './bind-new-keys.ts';
import { type CheckedEncryption, storedEncryption } from './encryption-metadata.ts';
import { claimUpload, endUpload, selectUpload } from './seal-upload.ts';
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
 * lab makes versions consecutive, paths unique and a repeated finish harmless: what is read under it decides, and stays
 * until the transaction ends.
 */
export function finishUpload(db: Database, input: FinishedFile): Promise<FinishResult> {
  const { oclId, path, wallet, encryption } = input;
  return labTransaction(db, oclId, async (tx) => {
    const [lab, upload, [present], looks, keys] = await lockLabAndRead(
      tx,
      oclId,
      selectUpload(tx, input.upload.id),
      selectPresent(tx, input),
      path === undefined ? null : selectLookAlikes(tx, oclId, [path]),
      encryption && selectBindable(tx, [encryption.encryptedDek], wallet),
    );
    const claim = await claimUpload(tx, lab, upload, input.finishHash);
    if ('earlier' in claim) {
      await giveUpUnused(tx, input);
      return claim.earlier;
    }
    if (looks) requireDistinct(looks);
    if (keys?.length === 0) throw unknownDataKey();
    const { newFileKey: key } = input;
    const { file, change } = key ? newFile(input, key, present?.file) : nextFile(input, present);
    const { object, accessLevel } = input;
    const { contentType } = input.upload;
    const changeNote = input.changeNote || null;
    const snapshot = {
      ...snapshotOf(file, { contentType, sha256: object.sha256 }, change),
      ...(changeNote && { changeNote }),
    };
    const textBytes = textBytesOf(snapshot);
    requireMetadataQuota(lab, textBytes);
    const result: FinishResult = {
      datasetId: file.did,
      contentHash: storedHash(object.sha256),
      version: file.version,
      message: change ? versionAdded(file.version, change.publicVersions) : 'File added.',
      publicVersions: change?.publicVersions ?? [],
    };
    const { id: fileId, version } = file;
    const { contentLength } = object;
    const binding = encryption && { encryptedDek: encryption.encryptedDek, fileId, version };
    const entry = { kind: change ? 'FILE_UPDATED' : 'FILE_ADDED', file: snapshot, changeBy: wallet } as const;
    sendLast(
      tx,
      ...(key ? insertFile(tx, input, file, key) : [updateFile(tx, input, file, present?.file)]),
      tx.insert(fileVersions).values({
        ...{ fileId, version, objectKey: object.key, contentType, sha256: object.sha256, contentLength },
        ...{ changeBy: wallet, accessLevel, changeNote },
        encryption: encryption && storedEncryption(encryption),
      }),
      binding && bindDataKeys(tx, [binding], wallet),
      encryption && recordConditions(tx, oclId, encryption),
      appendToFeed(tx, oclId, entry, { textBytes, storedBytes: contentLength }),
      ...endUpload(tx, claim.upload, { finishHash: input.finishHash, result }),
    );
    return result;
  });
}

/** The statement for the file at the path of a new one, or else the one that gets a new version. */
function selectPresent(tx: Transaction, { oclId, path, ref = '' }: FinishedFile) {
  const isNamed = path === undefined ? eq(files.did, ref) : eq(files.path, path);
  return tx
    .select({ file: files, publicVersions })
    .from(files)
    .where(and(eq(files.oclId, oclId), isNamed));
}

/** SQL over a row of `files`: numbers of all its public versions, ascending. */
const publicVersions = sql<number[]>`array(
  select v.version from file_versions v where v.file_id = files.id and v.access_level = 'PUBLIC' order by v.version)`;

/** What a finish decides of a file. */
type FileState = Pick<FileRow, 'id' | 'did' | 'path' | 'version' | 'accessLevel' | keyof FileTexts>;

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

function newFile(
  input: FinishedFile,
  { did }: DidKey,
  occupant: FileRow | undefined,
): { file: FileState; change?: never } {
  if (occupant) throw pathOccupied();
  const { path = '', accessLevel } = input;
  return { file: { id: randomUUID(), did, path, version: 1, accessLevel, ...textsAfter(input, undefined) } };
}

function nextFile(
  input: FinishedFile,
  present: { file: FileRow; publicVersions: number[] } | undefined,
): { file: FileState; change: AccessChange } {
  if (!present) throw fileNotFound();
  const { id, did, path, version, accessLevel: previousAccessLevel } = present.file;
  const { accessLevel } = input;
  return {
    file: { id, did, path, version: version + 1, accessLevel, ...textsAfter(input, present.file) },
    change: { previousAccessLevel, publicVersions: accessLevel === 'PUBLIC' ? [] : present.publicVersions },
  };
}

function insertFile(tx: Transaction, { oclId, wallet }: FinishedFile, file: FileState, key: DidKey) {
  const row = { ...file, oclId, pathSkeleton: pathSkeleton(file.path), changeBy: wallet };
  return [tx.insert(files).values(row), recordDidKeys(tx, [key])];
}

/** Leaves a text that stays where it is: it can be long. */
function updateFile(
  tx: Transaction,
  { wallet }: FinishedFile,
  { id, did: _, path: __, contentText, ...changed }: FileState,
  former: FileRow | undefined,
) {
  return tx
    .update(files)
    .set({
      ...changed,
      ...(contentText !== former?.contentText && { contentText }),
      updatedAt: sql`now()`,
      changeBy: wallet,
    })
    .where(eq(files.id, id));
}

type FileTexts = Pick<FileRow, 'description' | 'tags' | 'categories' | 'contentText'>;

/**
 * The texts that a file has after a finish. A new version keeps what is left out, with one exception: if a public file
 * becomes secret, its searchable text is dropped, because it describes the content.
 */
export function textsAfter(
  input: { [Text in keyof FileTexts]?: FileRow[Text] | null | undefined } & Pick<FileRow, 'accessLevel'>,
  former: FileRow | undefined,
): FileTexts {
  const keepsContentText = input.accessLevel === 'PUBLIC' || former?.accessLevel !== 'PUBLIC';
  return {
    description: (input.description ?? former?.description) || null,
    tags: input.tags ?? former?.tags ?? [],
    categories: input.categories ?? former?.categories ?? [],
    contentText: (input.contentText ?? (keepsContentText ? former?.contentText : null)) || null,
  };
}

/** Says what a new version leaves public. */
export function versionAdded(version: number, publicVersions: readonly number[]): string {
  const added = `Version ${version} added.`;
  if (publicVersions.length === 0) return added;
  return publicVersions.length === 1
    ? `${added} Version ${publicVersions[0]} stays public.`
    : `${added} Versions ${publicVersions.join(', ')} stay public.`;
}
