import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { uploadExpired, uploadIncomplete, uploadTokenMismatch } from '#core/files/file-errors.ts';
import { Admission } from '#platform/admission/admission.ts';
import { labBusy } from '#platform/db/lab-transaction.ts';
import { objectChunks, uploads } from '#platform/db/tables/files.ts';
import type { UploadParts } from '#platform/db/tables/stored-values.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { StoredPart } from '#platform/storage/object-storage.ts';
import { uploadAlreadyFinished } from './finish-retry.ts';
import { type NewUpload, reserveUpload, type SealedObject, type UploadRow } from './upload-store.ts';

type Ports = Pick<RequestContext, 'db' | 'storage'>;
/** The row of an upload in parts. */
export type PartedUpload = UploadRow & { parts: UploadParts };
type PartsOf = Pick<PartedUpload, 'objectKey' | 'contentLength' | 'parts'>;

const MIB = 2 ** 20;
/** Bytes of a part; S3 takes 5 MiB to 5 GiB. */
const PART_LENGTH = 8 * MIB;
/** Number of parts that S3 takes. */
const MOST_PARTS = 10_000;

/** Bytes of every part but the last one: whole MiB. */
function partLengthOf(contentLength: number): number {
  return Math.max(PART_LENGTH, Math.ceil(contentLength / MOST_PARTS / MIB) * MIB);
}

export function partCount({ contentLength, parts }: Pick<PartedUpload, 'contentLength' | 'parts'>): number {
  return Math.ceil(contentLength / parts.partLength);
}

/** URLs that the plan of an upload has: the bytes of a minute on a line of 18 Mbit/s. */
const FIRST_URLS = 16;

/**
 * Records an upload and begins it in the storage. The row comes first: what the storage begins is found by its key when
 * the row expires, also if this process ends in between.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `QUOTA_EXCEEDED`
 */
export async function beginParts(
  ports: Ports & Pick<RequestContext, 'config'>,
  upload: Omit<NewUpload, 'parts'>,
) {
  const { db, storage } = ports;
  const { contentLength, contentType, objectKey: key } = upload;
  const partLength = partLengthOf(contentLength);
  await reserveUpload(db, { ...upload, parts: { partLength, storageId: '' } });
  const storageId = await storage.beginParts({ key, contentType });
  await recordParts({ db }, upload.id, { storageId });
  const begun = { ...upload, parts: { partLength, storageId } };
  const count = partCount(begun);
  const first = Array.from({ length: Math.min(count, FIRST_URLS) }, (_, index) => index + 1);
  return { partLength, count, ...(await partUrls(ports, begun, first)) };
}

/** Where parts are sent. @param numbers from 1 to `partCount` */
export async function partUrls(
  { storage, config }: Pick<RequestContext, 'storage' | 'config'>,
  upload: PartsOf,
  numbers: readonly number[],
) {
  const expiresAt = new Date(Date.now() + config.limits.uploadUrlSeconds * 1_000);
  const urls = await Promise.all(
    numbers.map(async (number) => {
      const part = { ...storedUpload(upload), ...partOf(upload, number), expiresAt };
      return { number, ...(await storage.presignPart(part)) };
    }),
  );
  return { urls, urlExpiry: expiresAt.toISOString() };
}

/** @throws ServiceError for an upload as a whole, a finished and an expired one */
export function requireUnfinished(row: UploadRow): PartedUpload {
  if (!row.parts) throw uploadTokenMismatch('This upload was not begun in parts. PUT its bytes to its URL.');
  if (row.finishedAt) throw uploadAlreadyFinished('This upload was finished.');
  if (row.expiresAt <= new Date()) throw uploadExpired();
  return { ...row, parts: row.parts };
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
function partOf(upload: PartsOf, number: number): StoredPart {
  const { partLength } = upload.parts;
  const rest = upload.contentLength - (number - 1) * partLength;
  return { number, contentLength: Math.min(partLength, rest) };
}

const storedUpload = ({ objectKey, parts }: PartsOf) => ({ key: objectKey, id: parts.storageId });

/** Joining takes seconds per gigabyte, so it has a queue of its own beside the one of whole uploads. */
const joins = new Admission({ atOnce: 2, maxWaiting: 64, maxWaitMs: 600_000, refuse: labBusy });

const underWay = new Map<string, Promise<SealedObject>>();

/**
 * Makes the parts one object, which never changes. Waits a few seconds only, because a caller may have few mutations at
 * once. The work goes on: a repeated call waits for it again, and a later one finds the recorded hash.
 * @throws ServiceError `VALIDATION_FAILED`, reason `UPLOAD_INCOMPLETE` with the parts that are missing; `RATE_LIMITED`,
 *   reason `UPLOAD_JOINING`
 */
export async function joinUpload(
  ports: Ports & Pick<RequestContext, 'config'>,
  upload: PartedUpload,
): Promise<SealedObject> {
  const { id, objectKey: key, contentLength, parts } = upload;
  if (parts.sha256) return { key, sha256: parts.sha256, contentLength };
  if (!underWay.has(id)) await requireParts(ports, upload);
  const running = underWay.get(id) ?? beginJoin(ports, upload);
  const waited = new AbortController();
  const late = pause(ports.config.limits.joinWaitMs, null, { signal: waited.signal }).catch(() => null);
  const joined = await Promise.race([running, late]).finally(() => waited.abort());
  if (joined) return joined;
  throw new ServiceError('RATE_LIMITED', 'The parts are still being joined. Repeat this call.', {
    reason: 'UPLOAD_JOINING',
    // The next call waits by itself.
    retryAfterSeconds: 1,
  });
}

function beginJoin(ports: Ports, upload: PartedUpload): Promise<SealedObject> {
  const { id, oclId } = upload;
  const running = joins.run(oclId, () => join(ports, upload)).finally(() => underWay.delete(id));
  underWay.set(id, running);
  // What fails after its callers left is found by the next call.
  running.catch(() => {});
  return running;
}

async function join({ db, storage }: Ports, upload: PartedUpload): Promise<SealedObject> {
  const { id, objectKey: key, contentType, contentLength } = upload;
  const recorded = await recordParts({ db }, id, { isJoined: true });
  if (!recorded) throw uploadExpired();
  // Joined since the caller read the row.
  if (recorded.sha256) return { key, sha256: recorded.sha256, contentLength };
  const joined = await storage.joinParts({ ...storedUpload(upload), contentType, count: partCount(upload) });
  if (joined?.contentLength !== contentLength) throw uploadIncomplete([]);
  const { sha256, chunks: hashes } = joined;
  await db.insert(objectChunks).values({ objectKey: key, hashes }).onConflictDoNothing();
  await recordParts({ db }, id, { sha256 });
  return { key, sha256, contentLength };
}

/** @returns what is recorded then; `undefined` when the upload is gone */
async function recordParts(
  { db }: Pick<Ports, 'db'>,
  id: string,
  news: Partial<UploadParts>,
): Promise<UploadParts | undefined> {
  const [row] = await db
    .update(uploads)
    .set({ parts: sql`${uploads.parts} || ${JSON.stringify(news)}::jsonb` })
    .where(eq(uploads.id, id))
    .returning({ parts: uploads.parts });
  return row?.parts ?? undefined;
}
