import { createHash, randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { dataKeys, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** The current key management system. Clients echo it, so that it can change without breaking them. */
export const CURRENT_ENCRYPTION_SYSTEM = 'kms';

export type DataKeyRow = typeof dataKeys.$inferSelect;

/**
 * [Note: bound data keys] A wrapped key does not name its file. If every wrap were accepted with every file, a stolen
 * wrap could be opened through a file with conditions of the attacker. Therefore every issued key is recorded with the
 * wallet it was issued to, and that wallet binds it once, to one version of one file. Decryption starts from the file,
 * never from a wrap.
 */
export async function issueDataKeys({ kms, db, config }: RequestContext, wallet: string, count: number) {
  const keys = await Promise.all(
    Array.from({ length: count }, async () => {
      const keyId = randomUUID();
      const context = dataKeyContext(config.environment, { issuedTo: wallet, keyId });
      return { keyId, ...(await kms.generateDataKey(context)) };
    }),
  );
  await db.insert(dataKeys).values(
    keys.map(({ keyId, wrapped }) => ({
      wrapHash: hashOf(wrapped),
      keyId,
      wrappedKey: wrapped,
      issuedTo: wallet,
    })),
  );
  return keys;
}

/**
 * Binds an issued key to a file version.
 * @throws ServiceError `VALIDATION_FAILED`, reason `UNKNOWN_DATA_KEY`: never issued, issued to another wallet, or bound.
 */
export async function bindDataKey(
  tx: Transaction,
  encryptedDek: string,
  binding: { wallet: string; fileId: string; version: number },
): Promise<void> {
  const bound = await tx
    .update(dataKeys)
    .set({ boundFileId: binding.fileId, boundVersion: binding.version })
    .where(and(bindable(encryptedDek, binding.wallet), isNull(dataKeys.boundFileId)))
    .returning({ keyId: dataKeys.keyId });
  if (bound.length === 0) throw unknownDataKey();
}

/** Which of these keys the wallet may bind. They stay so until the transaction ends. */
export async function lockBindable(
  tx: Transaction,
  encryptedDeks: readonly string[],
  wallet: string,
): Promise<ReadonlySet<string>> {
  const byHash = new Map(encryptedDeks.map((dek) => [hashOf(Buffer.from(dek, 'base64')), dek]));
  if (byHash.size === 0) return new Set();
  const rows = await tx
    .select({ hash: dataKeys.wrapHash })
    .from(dataKeys)
    .where(
      and(
        inArray(dataKeys.wrapHash, [...byHash.keys()]),
        eq(dataKeys.issuedTo, wallet),
        isNull(dataKeys.boundFileId),
      ),
    )
    .orderBy(dataKeys.wrapHash)
    .for('update');
  return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ''));
}

/** Binds keys that `lockBindable` has found to the first versions of files. */
export async function bindDataKeys(
  tx: Transaction,
  bindings: readonly { encryptedDek: string; fileId: string }[],
): Promise<void> {
  const rows = bindings.map(({ encryptedDek, fileId }) => ({
    hash: hashOf(Buffer.from(encryptedDek, 'base64')),
    file: fileId,
  }));
  await tx.execute(sql`
    update data_keys set bound_file_id = binding.file, bound_version = 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as binding(hash text, file uuid)
    where wrap_hash = binding.hash`);
}

/** The same refusal as `bindDataKey`, before any bytes are moved; the transaction decides again. */
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
    eq(dataKeys.wrapHash, hashOf(Buffer.from(encryptedDek, 'base64'))),
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

function hashOf(wrapped: Uint8Array): string {
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
