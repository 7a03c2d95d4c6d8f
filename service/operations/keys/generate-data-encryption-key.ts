import type { RequestContext } from '#core/context/context.ts';
import { CURRENT_ENCRYPTION_SYSTEM, issueDataKey } from '#core/keys/data-key.ts';
import { requireWallet } from '#core/rights/authorize.ts';

/** A fresh AES-256 key, in the clear for this answer alone and wrapped for keeping. */
export async function generateDataEncryptionKey(context: RequestContext) {
  const wallet = await requireWallet(context);
  const { plaintext, wrapped } = await issueDataKey(context, wallet);
  const plaintextDEK = Buffer.from(plaintext).toString('base64');
  plaintext.fill(0);
  return {
    plaintextDEK,
    encryptedDek: Buffer.from(wrapped).toString('base64'),
    encryptionSystem: CURRENT_ENCRYPTION_SYSTEM,
  };
}
