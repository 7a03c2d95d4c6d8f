import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { oclId, parseInput, reasoned } from '#service/platform/input.ts';
import type { MutationGenerateLabImageUploadUrlArgs } from '#service/schema.generated.ts';
import { requireOwner } from '../authorize.ts';
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
 * Where the owner may PUT a picture of the lab, once. It is an address of this service (`http/image-routes.ts`), not of the
 * object storage: the result has no room for headers, and S3 knows neither single use nor a largest size without.
 */
export async function generateLabImageUploadUrl(
  context: RequestContext,
  args: MutationGenerateLabImageUploadUrlArgs,
) {
  const { oclId: id, contentType } = parseInput(argsSchema, args);
  const { lab } = await requireOwner(context, id);

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
  const key = imageKey(uploadId, contentType);
  return { uploadUrl: `${http.publicUrl}/${key}?signature=${secret}`, key, expiresAt };
}
