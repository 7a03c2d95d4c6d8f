import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { checkImage } from '../operations/labs/image/check-image.ts';
import { imageKey, isImageType } from '../operations/labs/image/image-types.ts';
import {
  forgetUnusedImageUploads,
  type ImageUploadRow,
  landedImages,
  publishImage,
  refuseImage,
} from '../operations/labs/image/image-upload-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

const portion = 10;

/**
 * Checks uploaded images and publishes them on their labs, or rejects them. After a crash the work is repeated with the
 * same result: the image is stored under a new key first, and then the upload, the lab and the previous image are
 * updated in one transaction.
 */
export async function publishImages(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const uploads = await landedImages(context.db, portion);
  const failures: unknown[] = [];
  // One at a time, because each may use a processor for seconds.
  for (const upload of uploads) {
    try {
      await settleImage(context, upload, log);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { done: uploads.length, more: uploads.length === portion };
}

async function settleImage(
  context: ServiceContext,
  upload: ImageUploadRow,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db, storage } = context;
  const { id, oclId, contentType, objectKey } = upload;
  const stored = objectKey ? await storage.read(objectKey) : null;
  // If the bytes are missing, another worker has processed the upload, or they are lost and cannot be recovered.
  const checked =
    stored && isImageType(contentType)
      ? await checkImage({ type: contentType, bytes: await buffer(stored) })
      : { refusal: 'DAMAGED' as const };
  if ('bytes' in checked && isImageType(contentType)) {
    await storage.put({ key: imageKey(id, contentType), contentType, body: checked.bytes });
    const refusal = await publishImage(db, upload);
    if (refusal === null) log.info({ oclId, upload: id }, 'image published');
    else if (refusal) log.warn({ oclId, upload: id, reason: refusal }, 'image refused');
  } else if ('refusal' in checked && (await refuseImage(db, upload, checked.refusal))) {
    log.warn({ oclId, upload: id, reason: checked.refusal }, 'image refused');
  }
}

/** Deletes unused upload URLs a day after they expired. */
export async function forgetImageUploads({ db }: ServiceContext): Promise<JobOutcome> {
  return { done: await forgetUnusedImageUploads(db), more: false };
}
