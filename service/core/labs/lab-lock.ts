import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Reader } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { type Answers, type Statement, sendTogether } from '#platform/db/send-together.ts';
import { objectDeletions, uploads } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { labNotRegistered } from './require-registered-lab.ts';

/**
 * Bytes of a lab beyond its versions: reserved by pending uploads until they expire, and of deleted versions until the
 * storage has removed them, so that deleting and uploading in turns never stores more than the lab's limit.
 */
export async function reservedBytes(db: Reader, oclId: string): Promise<number> {
  return sumOf(await selectReserved(db, oclId));
}

/** The statement of `reservedBytes`, whose answer `sumOf` reads. */
export function selectReserved(db: Reader, oclId: string) {
  const pending = db.select({ bytes: uploads.contentLength }).from(uploads).where(isPendingUpload(oclId));
  const deleted = db
    .select({ bytes: sql<number>`${objectDeletions.contentLength}` })
    .from(objectDeletions)
    .where(eq(objectDeletions.oclId, oclId));
  const all = unionAll(pending, deleted).as('all_bytes');
  return db.select({ bytes: sql<string>`coalesce(sum(${all.bytes}), 0)` }).from(all);
}

export const sumOf = ([row]: readonly { bytes: string }[]) => Number(row?.bytes ?? 0);

/** SQL: an unfinished upload of a lab that has not expired. */
export function isPendingUpload(oclId: string) {
  return and(eq(uploads.oclId, oclId), isNull(uploads.finishedAt), gt(uploads.expiresAt, sql`now()`));
}

/**
 * Requires unreserved storage in a lab. Decides races where the transaction has locked the lab.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED`
 */
export async function requireQuota(db: Reader, lab: LabFigures, incoming: number): Promise<void> {
  const refusal = refusalForRoom(lab, lab.storedBytes + (await reservedBytes(db, lab.oclId)), incoming);
  if (refusal) throw refusal;
}

/** The refusal of more bytes than there is room for; `null` if there is. */
export function refusalForRoom(lab: LabFigures, used: number, incoming: number): ServiceError | null {
  if (used + incoming <= lab.storageLimit) return null;
  return new ServiceError(
    'FAILED_PRECONDITION',
    'The storage quota of the lab is exceeded. Delete files, or ask the operator for more.',
    {
      reason: 'QUOTA_EXCEEDED',
      details: { quota: 'STORAGE', used, incoming, limit: lab.storageLimit },
    },
  );
}

/** Bytes of metadata text that the feed of a lab may keep; a tenth of its storage if that is more. */
const WORDS_LIMIT = 500_000_000;

/**
 * Requires room for metadata text in the feed of a lab. Text is counted apart from the storage. Decides races where the
 * transaction has locked the lab.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED`
 */
export function requireMetadataQuota(lab: LabFigures, incoming: number): void {
  const refusal = refusalForText(lab, incoming);
  if (refusal) throw refusal;
}

/** The refusal of more metadata text than there is room for; `null` if there is. */
export function refusalForText(
  { textBytes: used, storageLimit }: LabFigures,
  incoming: number,
): ServiceError | null {
  const limit = Math.max(WORDS_LIMIT, Math.floor(storageLimit / 10));
  if (incoming === 0 || used + incoming <= limit) return null;
  return new ServiceError(
    'FAILED_PRECONDITION',
    'The text quota of the lab is exceeded. Shorten the text, delete files, or ask the operator for more.',
    {
      reason: 'QUOTA_EXCEEDED',
      details: { quota: 'TEXT', used, incoming, limit },
    },
  );
}

const lockedColumns = {
  oclId: labs.oclId,
  storedBytes: labs.storedBytes,
  textBytes: labs.textBytes,
  storageLimit: labs.storageLimit,
  feedLength: labs.feedLength,
};

export type LockedLab = Pick<typeof labs.$inferSelect, keyof typeof lockedColumns>;
/** What a lab stores and may store, of a locked or an unlocked row. */
type LabFigures = Omit<LockedLab, 'feedLength'>;

/** Locks a lab against other changes of its data room until the transaction ends. Must be the first lock. */
export async function lockLab(tx: LabTransaction, oclId: string): Promise<LockedLab> {
  return (await lockLabAndRead(tx, oclId))[0];
}

/**
 * Locks a lab, and reads in the same round trip what the lock keeps from changing. The lock must stay a statement of its own: one that waits
 * for a row reads that row as it became meanwhile, and all other rows as they were before it waited.
 */
export async function lockLabAndRead<const Reads extends readonly Statement[]>(
  tx: LabTransaction,
  oclId: string,
  ...reads: Reads
): Promise<[LockedLab, ...Answers<Reads>]> {
  const lock = tx.select(lockedColumns).from(labs).where(eq(labs.oclId, oclId)).for('no key update');
  const [[lab], ...answers] = await sendTogether([lock, ...reads]);
  if (!lab) throw labNotRegistered(oclId);
  return [lab, ...answers] as unknown as [LockedLab, ...Answers<Reads>];
}

/** Counts text that was added to a lab's discussions, or removed where `bytes` is negative. */
export async function countText(tx: LabTransaction, oclId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx
    .update(labs)
    .set({ textBytes: sql`${labs.textBytes} + ${bytes}` })
    .where(eq(labs.oclId, oclId));
}
