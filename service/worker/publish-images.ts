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
 * Looks at the pictures that arrived and shows them on their labs, or refuses them. Killed at any moment the work is done
 * again with the same result: the picture is stored under a key of its own first, and then row, lab and old picture change
 * in one transaction.
 */
export async function publishImages(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const uploads = await landedImages(context.db, portion);
  const failures: unknown[] = [];
  // One after the other: each may need a processor for seconds.
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
  // Without its bytes another worker has settled it; if not, they are lost, and no attempt brings them back.
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

/** Forgets upload URLs a day after they expired unused. */
export async function forgetImageUploads({ db }: ServiceContext): Promise<JobOutcome> {
  return { done: await forgetUnusedImageUploads(db), more: false };
}
