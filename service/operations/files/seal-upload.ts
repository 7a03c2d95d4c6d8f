import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { uploadExpired, uploadIncomplete, uploadTokenMismatch } from '#core/files/file-errors.ts';
import { type LockedLab, requireQuota } from '#core/labs/lab-lock.ts';
import { Admission } from '#platform/admission/admission.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { labBusy } from '#platform/db/lab-transaction.ts';
import type { Statement } from '#platform/db/send-together.ts';
import { objectDeletions, uploads } from '#platform/db/tables/files.ts';
import { earlierResult } from './finish-retry.ts';
import { joinUpload, requireParts } from './parts-of-upload.ts';
import { findUpload, type SealedObject, type UploadRow } from './upload-store.ts';

/** The upload of a token, which belongs to one lab and one wallet. */
export async function uploadOf(
  { db }: { db: Reader },
  { uploadId, oclId, wallet }: { uploadId: string; oclId: string; wallet: string },
): Promise<UploadRow> {
  const upload = await findUpload(db, uploadId);
  // A valid token without a row: the upload expired and was deleted.
  if (!upload) throw uploadExpired();
  if (upload.oclId !== oclId || upload.wallet !== wallet) {
    throw uploadTokenMismatch('The upload token belongs to another lab or wallet. Start a new upload.');
  }
  return upload;
}

/** Limits hashing and moving of bytes, the slow part of a finish, to four per lab in this process. */
const seals = new Admission({ atOnce: 4, maxWaiting: 64, maxWaitMs: 10_000, refuse: labBusy });

/** Moves the bytes of an upload to where they never change (docs/decisions/003). Can be repeated. */
export async function sealUpload(
  context: Pick<RequestContext, 'config' | 'db' | 'storage'>,
  upload: UploadRow,
): Promise<SealedObject> {
  if (upload.parts) return joinUpload(context, { ...upload, parts: upload.parts });
  const { storage } = context;
  const key = sealedKeyOf(upload);
  const sealed = await seals.run(upload.oclId, () => storage.seal({ from: upload.objectKey, to: key }));
  if (sealed?.contentLength !== upload.contentLength) throw uploadIncomplete();
  return { key, ...sealed };
}

/** The same refusal as `sealUpload`, without moving the bytes; an earlier finish may have moved them. */
export async function requireArrived(
  { storage }: Pick<RequestContext, 'storage'>,
  upload: UploadRow,
): Promise<void> {
  if (upload.parts) return requireParts({ storage }, { ...upload, parts: upload.parts });
  const object = (await storage.head(sealedKeyOf(upload))) ?? (await storage.head(upload.objectKey));
  if (object?.contentLength !== upload.contentLength) throw uploadIncomplete();
}

const sealedKeyOf = ({ id }: UploadRow) => `files/${id}`;

type UploadResult = NonNullable<UploadRow['result']>;

/** Locks an upload of a locked lab for the transaction that finishes it. `claimUpload` judges the answer. */
export function selectUpload(tx: Transaction, id: string) {
  return tx
    .select({ upload: uploads, hasExpired: sql<boolean>`${uploads.expiresAt} <= now()` })
    .from(uploads)
    .where(eq(uploads.id, id))
    .for('update');
}

/** Requires an upload that can be finished. Returns the result instead if an identical call has finished it already. */
export async function claimUpload(
  tx: Transaction,
  lab: LockedLab,
  [found]: Awaited<ReturnType<typeof selectUpload>>,
  finishHash: string,
): Promise<{ upload: UploadRow } | { earlier: UploadResult }> {
  // The upload has expired and the worker has deleted its bytes.
  if (!found) throw uploadExpired();
  const { upload, hasExpired } = found;
  const earlier = earlierResult(upload, finishHash);
  if (earlier) return { earlier };
  // The upload expired while the bytes were sealed, and so did its reservation.
  if (hasExpired) await requireQuota(tx, lab, upload.contentLength);
  return { upload };
}

/** The statements that end a claimed upload with its result, which a repeated call gets again. */
export function endUpload(
  tx: Transaction,
  { id, parts, objectKey, expiresAt }: UploadRow,
  { finishHash, result }: { finishHash: string; result: UploadResult },
): Statement[] {
  const ended = tx
    .update(uploads)
    .set({ finishedAt: sql`now()`, finishHash, result })
    .where(eq(uploads.id, id));
  // The object of the version itself.
  if (parts) return [ended];
  // Until its URL expires, a repeated PUT can create an object there again; it is never served.
  return [ended, tx.insert(objectDeletions).values({ objectKey, dueAt: expiresAt })];
}
