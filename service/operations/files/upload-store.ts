import { and, eq, isNotNull } from 'drizzle-orm';
import {
  isPendingUpload,
  lockLabAndRead,
  refusalForRoom,
  selectReserved,
  sumOf,
} from '#core/labs/lab-lock.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { uploads } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type UploadRow = typeof uploads.$inferSelect;

/** The bytes of an upload where they never change. */
export interface SealedObject {
  key: string;
  sha256: string;
  contentLength: number;
}

export async function findUpload(db: Reader, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row;
}

export type NewUpload = Pick<
  UploadRow,
  'id' | 'oclId' | 'wallet' | 'contentType' | 'contentLength' | 'objectKey' | 'expiresAt' | 'parts'
>;

/**
 * Records a pending upload if the lab has storage left. Locks the lab's row, so concurrent uploads cannot reserve the
 * same bytes.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED`
 */
export function reserveUpload(db: Database, upload: NewUpload): Promise<void> {
  return labTransaction(db, upload.oclId, async (tx) => {
    const [lab, reserved] = await lockLabAndRead(tx, upload.oclId, selectReserved(tx, upload.oclId));
    const refusal = refusalForRoom(lab, lab.storedBytes + sumOf(reserved), upload.contentLength);
    if (refusal) throw refusal;
    if (upload.parts) await requireFewInParts(tx, lab.oclId);
    sendLast(tx, tx.insert(uploads).values(upload));
  });
}

/** Unfinished uploads in parts that a lab may have. The storage keeps a record of each, however few its bytes are. */
const IN_PARTS_LIMIT = 1_000;

/** @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED` */
export async function requireFewInParts(db: Reader, oclId: string): Promise<void> {
  const used = await db.$count(uploads, and(isPendingUpload(oclId), isNotNull(uploads.parts)));
  if (used < IN_PARTS_LIMIT) return;
  throw new ServiceError(
    'FAILED_PRECONDITION',
    'The lab has too many unfinished uploads in parts. Finish some, or wait until they expire.',
    {
      reason: 'QUOTA_EXCEEDED',
      details: { quota: 'UPLOADS', used, incoming: 1, limit: IN_PARTS_LIMIT },
    },
  );
}
