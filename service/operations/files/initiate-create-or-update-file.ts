import { randomUUID } from 'node:crypto';
import type { Address } from 'viem';
import { z } from 'zod';
import type { MutationInitiateCreateOrUpdateFileArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireQuota } from '#core/labs/lab-lock.ts';
import { type CheckContext, requireRight, requireRightOf } from '#core/rights/authorize.ts';
import { mimeType, oclId, parseInput } from '#platform/input/input.ts';
import { beginParts } from './parts-of-upload.ts';
import { requireFewInParts, reserveUpload } from './upload-store.ts';
import { signUploadToken } from './upload-token.ts';

/** The most that S3 takes in one request. */
const LARGEST_WHOLE = 5 * 2 ** 30;

const decimalBytes = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/, { error: 'must be decimal digits without a sign or leading zero' })
  .transform(Number)
  .refine(Number.isSafeInteger, { error: 'is too large' });

const argsSchema = z
  .object({
    oclId,
    contentType: mimeType,
    contentLength: z.int().min(0, { error: 'must not be negative' }).nullish(),
    contentLengthBytes: decimalBytes.nullish(),
    inParts: z.boolean().nullish(),
  })
  .transform(({ contentLength, contentLengthBytes, inParts, ...args }, ctx) => {
    const bytes = contentLengthBytes ?? contentLength;
    const refuse = (message: string) => {
      ctx.addIssue({ code: 'custom', message, path: ['contentLength'] });
      return z.NEVER;
    };
    if (bytes == null) return refuse('or contentLengthBytes must be given');
    if (contentLength != null && contentLength !== bytes)
      return refuse('and contentLengthBytes must be equal where both are given');
    if (inParts && bytes === 0) return refuse('must be at least 1 with inParts');
    if (!inParts && bytes > LARGEST_WHOLE) return refuse(`is above ${LARGEST_WHOLE}: use inParts`);
    return { ...args, contentLength: bytes, inParts: inParts ?? false };
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
  const { lab } = await requireRightOf(context, 'initiateCreateOrUpdateFile', input.oclId, wallet);
  await requireQuota(context.db, lab, input.contentLength);
  if (input.inParts) await requireFewInParts(context.db, lab.oclId);
}

/** Step 1 of an upload: reserves storage and returns the upload URL, or the plan of the parts. */
export async function initiateCreateOrUpdateFile(
  context: RequestContext,
  args: MutationInitiateCreateOrUpdateFileArgs,
) {
  const { inParts, contentType, contentLength, ...input } = parseInitiateArgs(args);
  const { wallet, lab } = await requireRight(context, 'initiateCreateOrUpdateFile', input.oclId);
  const { config, secrets, storage } = context;
  const { limits, environment } = config;
  const id = randomUUID();
  const { oclId } = lab;
  const bytes = { id, oclId, wallet, contentType, contentLength };
  const token = () => signUploadToken(secrets.uploadTokenKeys, environment, { id, oclId });

  if (inParts) {
    const expiresAt = after(limits.partsTokenSeconds);
    const plan = await beginParts(context, { ...bytes, objectKey: `parts/${id}`, expiresAt });
    return { uploadToken: await token(), parts: { ...plan, expiresAt: expiresAt.toISOString() } };
  }
  const objectKey = `uploads/${id}`;
  const uploadUrlExpiry = after(limits.uploadUrlSeconds);
  const put = await storage.presignPut({
    ...{ key: objectKey, contentType, contentLength },
    expiresAt: uploadUrlExpiry,
  });
  const expiresAt = after(limits.uploadTokenSeconds);
  await reserveUpload(context.db, { ...bytes, objectKey, expiresAt, parts: null });
  return {
    uploadToken: await token(),
    uploadUrl: put.url,
    uploadUrlExpiry: uploadUrlExpiry.toISOString(),
    method: put.method,
    headers: put.headers,
  };
}

function after(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
