import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { resealed } from '#platform/db/tables/columns.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import type { ImageRefusal } from '#platform/db/tables/labs.ts';
import { labImageUploads, labs } from '#platform/db/tables/labs.ts';
import { bitmapKeys, imageKey, parseImageKey } from './image-types.ts';

export type ImageUploadRow = typeof labImageUploads.$inferSelect;

/** Open pages can still show the previous image. */
const retireAfter = sql`now() + interval '1 day'`;
/** How long the operator can get back what could not be converted. */
const keepRefusedConversion = sql`now() + interval '30 days'`;

/** Images that were published before the service drew pictures itself; a migration queued them to be drawn. */
const isConversion = sql<boolean>`coalesce(${labImageUploads.objectKey} like 'images/%', false)`;

export async function recordImageUpload(
  db: Database,
  upload: Pick<ImageUploadRow, 'id' | 'oclId' | 'contentType' | 'secretHash' | 'expiresAt'>,
): Promise<void> {
  await db.insert(labImageUploads).values(upload);
}

export async function findImageUpload(db: Reader, id: string): Promise<ImageUploadRow | undefined> {
  const [row] = await db.select().from(labImageUploads).where(eq(labImageUploads.id, id));
  return row;
}

export async function latestImageUpload(db: Reader, oclId: string): Promise<ImageUploadRow | undefined> {
  const [row] = await db
    .select()
    .from(labImageUploads)
    .where(eq(labImageUploads.oclId, oclId))
    .orderBy(sql`${labImageUploads.createdAt} desc nulls last`, desc(labImageUploads.id))
    .limit(1);
  return row;
}

/** Queues an object for deletion before it is written, unless it lands. A crash in between leaves no object. */
export async function expectObject(db: Database, objectKey: string): Promise<void> {
  await db.insert(objectDeletions).values({ objectKey, dueAt: sql`now() + interval '1 hour'` });
}

/**
 * Records that the bytes of an upload have arrived. Returns true for one of several concurrent calls, and never after
 * the expiry.
 */
export function landImage(db: Database, id: string, objectKey: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const landed = await tx
      .update(labImageUploads)
      .set({ objectKey, landedAt: sql`now()` })
      .where(
        and(
          eq(labImageUploads.id, id),
          isNull(labImageUploads.landedAt),
          gt(labImageUploads.expiresAt, sql`now()`),
        ),
      )
      .returning({ id: labImageUploads.id });
    if (landed.length === 0) return false;
    await tx.delete(objectDeletions).where(eq(objectDeletions.objectKey, objectKey));
    return true;
  });
}

export interface LandedImage extends ImageUploadRow {
  isConversion: boolean;
}

/**
 * Images that arrived and are not settled, those to be converted last. Wallets that registered labs take turns, so one that sends many
 * images delays its own only; those of one wallet are in order of arrival.
 */
export function landedImages(db: Reader, limit: number): Promise<LandedImage[]> {
  const turn = sql`row_number() over (partition by ${labs.registeredBy}, ${isConversion}
    order by ${labImageUploads.landedAt}, ${labImageUploads.id})`;
  return db
    .select({ ...getTableColumns(labImageUploads), isConversion })
    .from(labImageUploads)
    .innerJoin(labs, eq(labs.oclId, labImageUploads.oclId))
    .where(and(isNotNull(labImageUploads.landedAt), isNull(labImageUploads.settledAt)))
    .orderBy(isConversion, turn, labImageUploads.landedAt, labImageUploads.id)
    .limit(limit);
}

/** The published image to which an image of before was converted, by the path of the one before. */
export async function findConversion(db: Reader, key: string): Promise<ImageUploadRow | undefined> {
  const [row] = await db
    .select()
    .from(labImageUploads)
    .where(
      and(
        eq(labImageUploads.objectKey, key),
        isConversion,
        isNotNull(labImageUploads.settledAt),
        isNull(labImageUploads.refusal),
      ),
    )
    .orderBy(labImageUploads.settledAt)
    .limit(1);
  return row;
}

/**
 * Shows an image, whose object is stored, on its lab. Rejects it if a later image is shown already.
 * @returns why it is not shown; null if it is; undefined if another worker has settled it
 */
export function publishImage(db: Database, upload: ImageUploadRow): Promise<'SUPERSEDED' | null | undefined> {
  return labTransaction(db, upload.oclId, async (tx) => {
    const [lab] = await tx.select().from(labs).where(eq(labs.oclId, upload.oclId)).for('update');
    const [later] = await tx
      .select({ id: labImageUploads.id })
      .from(labImageUploads)
      .where(
        and(
          eq(labImageUploads.oclId, upload.oclId),
          isNotNull(labImageUploads.settledAt),
          isNull(labImageUploads.refusal),
          sql`(${labImageUploads.landedAt}, ${labImageUploads.id}) > (${upload.landedAt}, ${upload.id}::uuid)`,
        ),
      )
      .limit(1);
    const refusal = later ? 'SUPERSEDED' : null;
    if (!lab || !(await settle(tx, upload, refusal))) return undefined;
    if (refusal) return refusal;
    await retireImage(tx, upload.oclId, lab.image);
    await tx
      .update(labs)
      .set({ image: `/${imageKey(upload.id)}`, ...resealed })
      .where(eq(labs.oclId, upload.oclId));
    return null;
  });
}

/**
 * Rejects an image; the lab keeps its current one.
 * @returns false if another worker has settled it
 */
export function refuseImage(db: Database, upload: ImageUploadRow, refusal: ImageRefusal): Promise<boolean> {
  return db.transaction((tx) => settle(tx, upload, refusal));
}

/** Rejects images that arrived but are not shown yet, because the lab's image is set in another way. */
export async function supersedeImages(tx: Transaction, oclId: string): Promise<void> {
  for (const upload of await landedImagesOf(tx, oclId)) await settle(tx, upload, 'SUPERSEDED');
}

/** Schedules the deletion of a published image for a time when no open page can still show it. */
export async function retireImage(tx: Transaction, oclId: string, image: string | null): Promise<void> {
  const own = parseImageKey(image?.slice(1) ?? '');
  const upload = own && (await findImageUpload(tx, own.id));
  // Another lab can use its URL but cannot delete it.
  if (!own || upload?.oclId !== oclId) return;
  await tx
    .insert(objectDeletions)
    .values(bitmapKeys(own.id).map((objectKey) => ({ objectKey, dueAt: retireAfter })))
    .onConflictDoNothing();
}

/** Removes an image of this service from the deletion queue. */
export async function keepImage(tx: Transaction, image: string): Promise<void> {
  const own = parseImageKey(image.slice(1));
  if (image.startsWith('/') && own)
    await tx.delete(objectDeletions).where(inArray(objectDeletions.objectKey, bitmapKeys(own.id)));
}

/** Deletes expired URLs that were never used. */
export async function forgetUnusedImageUploads(db: Database): Promise<number> {
  const removed = await db
    .delete(labImageUploads)
    .where(
      and(isNull(labImageUploads.landedAt), lte(labImageUploads.expiresAt, sql`now() - interval '1 day'`)),
    );
  return removed.rowCount ?? 0;
}

function landedImagesOf(tx: Transaction, oclId: string): Promise<ImageUploadRow[]> {
  return tx
    .select()
    .from(labImageUploads)
    .where(
      and(
        eq(labImageUploads.oclId, oclId),
        isNotNull(labImageUploads.landedAt),
        isNull(labImageUploads.settledAt),
      ),
    );
}

/** Settles an upload once. Queues the uploaded bytes for deletion, and the bitmaps if they are not used. */
async function settle(
  tx: Transaction,
  upload: ImageUploadRow,
  refusal: ImageRefusal | null,
): Promise<boolean> {
  const settled = await tx
    .update(labImageUploads)
    .set({ settledAt: sql`now()`, refusal })
    .where(and(eq(labImageUploads.id, upload.id), isNull(labImageUploads.settledAt)))
    .returning({ id: labImageUploads.id });
  if (settled.length === 0) return false;
  const { objectKey } = upload;
  const isBefore = objectKey?.startsWith('images/');
  const useless: { objectKey: string; dueAt?: typeof keepRefusedConversion }[] = [];
  if (objectKey && !(isBefore && (await isWanted(tx, objectKey))))
    useless.push({ objectKey, ...(isBefore && refusal && { dueAt: keepRefusedConversion }) });
  if (refusal) useless.push(...bitmapKeys(upload.id).map((key) => ({ objectKey: key })));
  if (useless.length > 0) await tx.insert(objectDeletions).values(useless).onConflictDoNothing();
  return true;
}

/** Whether another lab showed the same image, which is still to be converted for it. */
async function isWanted(tx: Transaction, objectKey: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: labImageUploads.id })
    .from(labImageUploads)
    .where(and(eq(labImageUploads.objectKey, objectKey), isNull(labImageUploads.settledAt)))
    .limit(1);
  return other !== undefined;
}
