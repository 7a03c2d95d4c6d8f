import { createHash } from 'node:crypto';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import type { Reader } from '#platform/db/database.ts';
import { dataKeys, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** The current key management system. Clients echo it, so that it can change without breaking them. */
export const CURRENT_ENCRYPTION_SYSTEM = 'kms';

export type DataKeyRow = typeof dataKeys.$inferSelect;

// [Note: bound data keys] A wrapped key does not name its file. If every wrap were accepted with every file, a stolen wrap could be opened through a
// file with conditions of the attacker. Therefore every issued key is recorded with the wallet it was issued to, and that wallet binds it once, to one
// version of one file. Decryption starts from the file, never from a wrap.

/**
 * Requires a key that `bindDataKeys` may bind, before any bytes are moved; the transaction decides again.
 * @throws ServiceError `VALIDATION_FAILED`, reason `UNKNOWN_DATA_KEY`: never issued, issued to another wallet, or bound.
 */
export async function requireBindableKey(db: Reader, encryptedDek: string, wallet: string): Promise<void> {
  const [row] = await db
    .select({ keyId: dataKeys.keyId })
    .from(dataKeys)
    .where(and(bindable(encryptedDek, wallet), isNull(dataKeys.boundFileId)));
  if (!row) throw unknownDataKey();
}

/**
 * A version of a file, and the data key that is bound to it or to the version that it repeats. Both are read by one statement: a change of
 * access replaces conditions and key together, and the new key must not be released by the former conditions.
 */
export async function findVersionWithKey(
  db: Reader,
  fileId: string,
  version: number,
): Promise<{ version: VersionRow; key: DataKeyRow | null } | undefined> {
  const isBound = and(
    eq(dataKeys.boundFileId, fileVersions.fileId),
    eq(dataKeys.boundVersion, sql`coalesce(${fileVersions.restoredFrom}, ${fileVersions.version})`),
  );
  const [row] = await db
    .select({ version: getTableColumns(fileVersions), key: getTableColumns(dataKeys) })
    .from(fileVersions)
    .leftJoin(dataKeys, isBound)
    .where(and(eq(fileVersions.fileId, fileId), eq(fileVersions.version, version)));
  return row;
}

/** The key in the clear. Wipe it after use. */
export function unwrap({ kms, config }: RequestContext, key: DataKeyRow): Promise<Uint8Array> {
  return kms.unwrapDataKey(key.wrappedKey, dataKeyContext(config.environment, key));
}

function bindable(encryptedDek: string, wallet: string) {
  return and(
    eq(dataKeys.wrapHash, hashOfWrap(Buffer.from(encryptedDek, 'base64'))),
    eq(dataKeys.issuedTo, wallet),
  );
}

/** What the wrap of a data key is bound to. */
export function dataKeyContext(
  environment: string,
  { issuedTo, keyId }: Pick<DataKeyRow, 'issuedTo' | 'keyId'>,
) {
  return { purpose: 'data-encryption-key', environment, wallet: issuedTo, keyId };
}

/** Names a wrapped key. */
export function hashOfWrap(wrapped: Uint8Array): string {
  return createHash('sha256').update(wrapped).digest('hex');
}

export function unknownDataKey(): ServiceError {
  return new ServiceError(
    'VALIDATION_FAILED',
    'encryptedDek must be an unused key that was issued to this wallet. Generate a new key with generateDataEncryptionKey.',
    {
      reason: 'UNKNOWN_DATA_KEY',
      details: { argument: 'encryptionMetadata.encryptedDek' },
    },
  );
}
