import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationCancelUploadArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { objectDeletions, uploads } from '#platform/db/tables/files.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { requireUnfinished } from './parts-of-upload.ts';
import { uploadOf } from './seal-upload.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z.object({ oclId, uploadToken: z.string() });

/**
 * Ends an upload in parts. The key stays queued for an hour, because a finish may still join its parts; their bytes stay
 * counted only if one has begun to.
 */
export async function cancelUpload(context: RequestContext, args: MutationCancelUploadArgs) {
  const { oclId, uploadToken } = parseInput(argsSchema, args);
  const { config, secrets, db } = context;
  const { wallet } = await requireRight(context, 'cancelUpload', oclId);
  const uploadId = await readUploadToken(secrets.uploadTokenKeys, config.environment, uploadToken, oclId);
  const objectKey = await labTransaction(db, oclId, async (tx) => {
    await lockLab(tx, oclId);
    await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, uploadId)).for('update');
    const row = await uploadOf({ db: tx }, { uploadId, oclId, wallet });
    const { objectKey, contentLength, parts } = requireUnfinished(row);
    await tx.delete(uploads).where(eq(uploads.id, uploadId));
    await tx.insert(objectDeletions).values({
      objectKey,
      dueAt: sql`now() + interval '1 hour'`,
      ...(parts.isJoined && { oclId, contentLength }),
    });
    return objectKey;
  });
  await removeObjectsNow(context, [objectKey]);
  return { message: 'Upload cancelled.' };
}
