import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MutationGenerateDataEncryptionKeysArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { CURRENT_ENCRYPTION_SYSTEM, dataKeyContext, hashOfWrap } from '#core/keys/data-key.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { dataKeys } from '#platform/db/tables/files.ts';
import { parseInput } from '#platform/input/input.ts';

/** A fresh AES-256 key, in the clear for this answer alone and wrapped for keeping. */
export async function generateDataEncryptionKey(context: RequestContext) {
  const [key] = await freshKeys(context, 1);
  if (!key) throw new Error('No key was issued');
  return key;
}

const argsSchema = z.object({ count: z.int().min(1).max(100) });

/** Several keys for one wallet. */
export async function generateDataEncryptionKeys(
  context: RequestContext,
  args: MutationGenerateDataEncryptionKeysArgs,
) {
  const { count } = parseInput(argsSchema, args);
  return { keys: await freshKeys(context, count), message: `${count} keys issued.` };
}

async function freshKeys(context: RequestContext, count: number) {
  const wallet = await requireWallet(context);
  const issued = await issueDataKeys(context, wallet, count);
  return issued.map(({ plaintext, wrapped }) => {
    const plaintextDEK = Buffer.from(plaintext).toString('base64');
    plaintext.fill(0);
    return {
      plaintextDEK,
      encryptedDek: Buffer.from(wrapped).toString('base64'),
      encryptionSystem: CURRENT_ENCRYPTION_SYSTEM,
    };
  });
}

/** Fresh keys, recorded with the wallet that they are issued to. */
async function issueDataKeys({ kms, db, config }: RequestContext, wallet: string, count: number) {
  const keys = await Promise.all(
    Array.from({ length: count }, async () => {
      const keyId = randomUUID();
      const context = dataKeyContext(config.environment, { issuedTo: wallet, keyId });
      return { keyId, ...(await kms.generateDataKey(context)) };
    }),
  );
  await db.insert(dataKeys).values(
    keys.map(({ keyId, wrapped }) => ({
      wrapHash: hashOfWrap(wrapped),
      keyId,
      wrappedKey: wrapped,
      issuedTo: wallet,
    })),
  );
  return keys;
}
