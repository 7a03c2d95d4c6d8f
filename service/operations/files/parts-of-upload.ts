import { eq } from 'drizzle-orm';
import type { RequestContext } from '#service/context.ts';
import { Admission } from '#service/platform/admission/admission.ts';
import { labBusy } from '#service/platform/db/lab-transaction.ts';
import { type UploadParts, uploads } from '#service/platform/db/tables/files.ts';
import type { StoredPart } from '#service/platform/storage/object-storage.ts';
import { uploadIncomplete } from './file-errors.ts';
import { type NewUpload, reserveUpload, type SealedObject, type UploadRow } from './upload-store.ts';

type Ports = Pick<RequestContext, 'db' | 'storage'>;
/** The row of an upload in parts. */
export type PartedUpload = UploadRow & { parts: UploadParts };

const MIB = 2 ** 20;
/** Bytes of a part; S3 takes 5 MiB to 5 GiB. */
const PART_LENGTH = 8 * MIB;
/** Number of parts that S3 takes. */
const MOST_PARTS = 10_000;

/** Bytes of every part but the last one: whole MiB. */
export function partLengthOf(contentLength: number): number {
  return Math.max(PART_LENGTH, Math.ceil(contentLength / MOST_PARTS / MIB) * MIB);
}

export function partCount({ contentLength, parts }: Pick<PartedUpload, 'contentLength' | 'parts'>): number {
  return Math.ceil(contentLength / parts.partLength);
}

/**
 * Records an upload and begins it in the storage. The row comes first: what the storage begins is found by its key when
 * the row expires, also if this process ends in between.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED`
 */
export async function beginParts(
  { db, storage }: Ports,
  upload: Omit<NewUpload, 'parts'>,
): Promise<{ partLength: number; count: number }> {
  const { contentLength, contentType, objectKey: key } = upload;
  const parts = { partLength: partLengthOf(contentLength), storageId: '' };
  await reserveUpload(db, { ...upload, parts });
  const storageId = await storage.beginParts({ key, contentType });
  await recordParts({ db }, { id: upload.id, parts: { ...parts, storageId } });
  return { partLength: parts.partLength, count: partCount({ contentLength, parts }) };
}

/** The parts that have arrived; all of them when they were joined. */
export async function arrivedParts(
  { storage }: Pick<Ports, 'storage'>,
  upload: PartedUpload,
): Promise<StoredPart[]> {
  const stored = upload.parts.sha256 ? [] : await storage.storedParts(storedUpload(upload));
  if (stored.length > 0 || (await storage.head(upload.objectKey)) === null) return stored;
  return Array.from({ length: partCount(upload) }, (_, index) => partOf(upload, index + 1));
}

/** @throws ServiceError `VALIDATION_FAILED`, reason `UPLOAD_INCOMPLETE` with the parts that are missing */
export async function requireParts(ports: Pick<Ports, 'storage'>, upload: PartedUpload): Promise<void> {
  const arrived = new Set((await arrivedParts(ports, upload)).map(({ number }) => number));
  const missing = Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter(
    (number) => !arrived.has(number),
  );
  if (missing.length > 0) throw uploadIncomplete(missing);
}

/** The bytes of one part. @param number from 1 to `partCount` */
export function partOf(upload: PartedUpload, number: number): StoredPart {
  const { partLength } = upload.parts;
  const rest = upload.contentLength - (number - 1) * partLength;
  return { number, contentLength: Math.min(partLength, rest) };
}

export const storedUpload = ({ objectKey, parts }: PartedUpload) => ({ key: objectKey, id: parts.storageId });

/** Joining takes seconds per gigabyte, so it has a queue of its own beside the one of whole uploads. */
const joins = new Admission({ atOnce: 2, maxWaiting: 64, maxWaitMs: 30_000, refuse: labBusy });

const underWay = new Map<string, Promise<SealedObject>>();

/**
 * Makes the parts one object, which never changes. The work goes on when its caller leaves: a repeated call waits for the
 * same work, and later ones find the recorded hash.
 * @throws ServiceError `VALIDATION_FAILED`, reason `UPLOAD_INCOMPLETE` with the parts that are missing
 */
export function joinUpload(ports: Ports, upload: PartedUpload): Promise<SealedObject> {
  const { id, objectKey: key, contentLength, parts } = upload;
  if (parts.sha256) return Promise.resolve({ key, sha256: parts.sha256, contentLength });
  const running = underWay.get(id) ?? joins.run(upload.oclId, () => join(ports, upload));
  underWay.set(id, running);
  return running.finally(() => underWay.delete(id));
}

async function join({ db, storage }: Ports, upload: PartedUpload): Promise<SealedObject> {
  const { id, objectKey: key, contentType, contentLength, parts } = upload;
  await requireParts({ storage }, upload);
  const joined = await storage.joinParts({ ...storedUpload(upload), contentType, count: partCount(upload) });
  if (joined?.contentLength !== contentLength) throw uploadIncomplete([]);
  const { sha256 } = joined;
  await recordParts({ db }, { id, parts: { ...parts, sha256 } });
  return { key, sha256, contentLength };
}

async function recordParts(
  { db }: Pick<Ports, 'db'>,
  { id, parts }: Pick<PartedUpload, 'id' | 'parts'>,
): Promise<void> {
  await db.update(uploads).set({ parts }).where(eq(uploads.id, id));
}
