import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { bitmapKey, isImageType } from '../operations/labs/image/image-types.ts';
import {
  forgetUnusedImageUploads,
  type LandedImage,
  landedImages,
  publishImage,
  refuseImage,
} from '../operations/labs/image/image-upload-store.ts';
import { drawUnknownBitmaps } from '../operations/labs/image/rejected-images.ts';

/** Few, because whose turn it is is decided for each portion. */
const portion = 4;

/**
 * Draws uploaded images as bitmaps and publishes them on their labs, or rejects them: two at once, and one of those that were published
 * before pictures were drawn. After a crash the work is repeated with the
 * same result: the image is stored under a new key first, and then the upload, the lab and the previous image are
 * updated in one transaction.
 */
export async function publishImages(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const uploads = await landedImages(context.db, portion);
  const failures: unknown[] = [];
  const [fresh, before] = [
    uploads.filter((each) => !each.isConversion),
    uploads.filter((each) => each.isConversion),
  ];
  async function settleAll(queue: LandedImage[]): Promise<void> {
    for (let upload = queue.shift(); upload; upload = queue.shift()) {
      try {
        await settleImage(context, upload, log);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all([settleAll(fresh), settleAll(fresh)]);
  await settleAll(before);
  if (failures.length > 0) throw failures[0];
  return { done: uploads.length, more: uploads.length === portion };
}

async function settleImage(
  context: ServiceContext,
  upload: LandedImage,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db, storage } = context;
  const { id, oclId, contentType, objectKey } = upload;
  const stored = objectKey ? await storage.read(objectKey) : null;
  // If the bytes are missing, another worker has processed the upload, or they are lost and cannot be recovered.
  const drawn =
    stored && isImageType(contentType)
      ? await drawUnknownBitmaps(db, contentType, await buffer(stored))
      : { refusal: 'DAMAGED' as const };
  if ('bitmaps' in drawn) {
    const { png, webp } = drawn.bitmaps;
    await storage.put({ key: bitmapKey(id, 'webp'), contentType: 'image/webp', body: webp });
    await storage.put({ key: bitmapKey(id, 'png'), contentType: 'image/png', body: png });
    const refusal = await publishImage(db, upload);
    if (refusal === null) log.info({ oclId, upload: id }, 'image published');
    else if (refusal) log.warn({ oclId, upload: id, reason: refusal }, 'image refused');
  } else if (await refuseImage(db, upload, drawn.refusal)) {
    log.warn({ oclId, upload: id, reason: drawn.refusal }, 'image refused');
  }
}

/** Deletes unused upload URLs a day after they expired. */
export async function forgetImageUploads({ db }: ServiceContext): Promise<JobOutcome> {
  return { done: await forgetUnusedImageUploads(db), more: false };
}
