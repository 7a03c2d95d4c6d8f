import { randomUUID } from 'node:crypto';
import type { Address } from 'viem';
import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { mimeType, oclId, parseInput } from '#service/platform/input.ts';
import type { MutationInitiateCreateOrUpdateFileArgs } from '#service/schema.generated.ts';
import { type CheckContext, requireContributor, requireContributorRole } from '../authorize.ts';
import { requireQuota, reserveUpload } from './upload-store.ts';
import { signUploadToken } from './upload-token.ts';

const argsSchema = z.object({
  oclId,
  contentType: mimeType,
  contentLength: z.int().min(0, { error: 'must not be negative' }),
});

/** @throws ServiceError `VALIDATION_FAILED` */
export function parseInitiateArgs(args: MutationInitiateCreateOrUpdateFileArgs) {
  return parseInput(argsSchema, args);
}

/** The refusals of `initiateCreateOrUpdateFile` for a wallet, without reserving anything. */
export async function checkInitiate(
  context: CheckContext,
  wallet: Address,
  args: MutationInitiateCreateOrUpdateFileArgs,
): Promise<void> {
  const input = parseInitiateArgs(args);
  const { lab } = await requireContributorRole(context, input.oclId, wallet);
  await requireQuota(context.db, lab, input.contentLength);
}

/** Step 1 of an upload: reserves storage and returns the upload URL. */
export async function initiateCreateOrUpdateFile(
  context: RequestContext,
  args: MutationInitiateCreateOrUpdateFileArgs,
) {
  const input = parseInitiateArgs(args);
  const { wallet, lab } = await requireContributor(context, input.oclId);

  const { limits, environment } = context.config;
  const id = randomUUID();
  const objectKey = `uploads/${id}`;
  const uploadUrlExpiry = after(limits.uploadUrlSeconds);
  const put = await context.storage.presignPut({
    key: objectKey,
    contentType: input.contentType,
    contentLength: input.contentLength,
    expiresAt: uploadUrlExpiry,
  });
  await reserveUpload(context.db, {
    id,
    oclId: lab.oclId,
    wallet,
    contentType: input.contentType,
    contentLength: input.contentLength,
    objectKey,
    expiresAt: after(limits.uploadTokenSeconds),
  });
  return {
    uploadToken: await signUploadToken(context.secrets.uploadTokenKeys, environment, {
      id,
      oclId: lab.oclId,
    }),
    uploadUrl: put.url,
    uploadUrlExpiry: uploadUrlExpiry.toISOString(),
    method: put.method,
    headers: put.headers,
  };
}

function after(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
