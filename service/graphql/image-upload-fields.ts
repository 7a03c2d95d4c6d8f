import type { LabImageUploadStatus } from '#contract/schema.generated.ts';
import { imageKey } from '../operations/labs/image/image-types.ts';
import type { ImageUploadRow } from '../operations/labs/image/image-upload-store.ts';
import type { LabImageUploadResolvers } from './resolvers.generated.ts';

export const imageUploadFields: LabImageUploadResolvers = {
  key: (upload) => imageKey(upload.id),
  status: (upload, _, { startedAt }) => statusAt(upload, startedAt),
  reason: (upload) => upload.refusal,
};

function statusAt(
  { landedAt, settledAt, refusal, expiresAt }: ImageUploadRow,
  now: Date,
): LabImageUploadStatus {
  if (settledAt) return refusal ? 'REFUSED' : 'PUBLISHED';
  if (landedAt) return 'CHECKING';
  return expiresAt > now ? 'WAITING' : 'EXPIRED';
}
