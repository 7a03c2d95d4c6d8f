import { z } from 'zod';
import type { QueryUploadPartsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { arrivedParts, partCount, partUrls, requireUnfinished } from './parts-of-upload.ts';
import { uploadOf } from './seal-upload.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z.object({
  oclId,
  uploadToken: z.string(),
  numbers: z.array(z.int().min(1)).max(100),
});

/** Between steps 1 and 3 of an upload in parts: which have arrived, and URLs for others. */
export async function uploadParts(context: RequestContext, args: QueryUploadPartsArgs) {
  const { oclId, uploadToken, numbers } = parseInput(argsSchema, args);
  const { config, secrets } = context;
  const { environment } = config;
  const { wallet } = await requireRight(context, 'uploadParts', oclId);
  const uploadId = await readUploadToken(secrets.uploadTokenKeys, environment, uploadToken, oclId);
  const upload = requireUnfinished(await uploadOf(context, { uploadId, oclId, wallet }));
  requireNumbers(numbers, partCount(upload));

  const [stored, urls] = await Promise.all([
    arrivedParts(context, upload),
    partUrls(context, upload, numbers),
  ]);
  return { stored, ...urls, expiresAt: upload.expiresAt.toISOString() };
}

function requireNumbers(numbers: number[], count: number): void {
  if (numbers.every((number) => number <= count)) return;
  throw new ServiceError('VALIDATION_FAILED', `The upload has ${count} parts.`, {
    details: { argument: 'numbers' },
  });
}
