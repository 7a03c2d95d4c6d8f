import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MutationGenerateLabImageUploadUrlArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { oclId, parseInput, reasoned } from '#platform/input/input.ts';
import { createImageSecret } from './image/image-secret.ts';
import { imageKey, imageTypes, isImageType } from './image/image-types.ts';
import { recordImageUpload } from './image/image-upload-store.ts';

const argsSchema = z.object({
  oclId,
  contentType: z
    .string()
    .refine(
      isImageType,
      reasoned('UNSUPPORTED_IMAGE_TYPE', `must be one of ${Object.keys(imageTypes).join(', ')}`),
    ),
});

/**
 * Returns a single-use URL of this service (`routes/image-routes.ts`) to which the owner can PUT an image of the lab. It is
 * not a URL of the storage, because S3 needs headers to limit the size, which the result cannot contain, and has no
 * single use.
 */
export async function generateLabImageUploadUrl(
  context: RequestContext,
  args: MutationGenerateLabImageUploadUrlArgs,
) {
  const { oclId: id, contentType } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'generateLabImageUploadUrl', id);

  const { http, limits } = context.config;
  const { secret, hash } = createImageSecret();
  const uploadId = randomUUID();
  const expiresAt = new Date(Date.now() + limits.uploadUrlSeconds * 1000);
  await recordImageUpload(context.db, {
    id: uploadId,
    oclId: lab.oclId,
    contentType,
    secretHash: hash,
    expiresAt,
  });
  const key = imageKey(uploadId);
  return { uploadUrl: `${http.publicUrl}/${key}?signature=${secret}`, key, expiresAt };
}
