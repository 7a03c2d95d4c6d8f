import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashOfWrap } from '#core/keys/data-key.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dataKeys } from '#platform/db/tables/files.ts';

/** Which of these keys the wallet may bind. They stay so until the transaction ends. */
export async function lockBindable(
  tx: Transaction,
  encryptedDeks: readonly string[],
  wallet: string,
): Promise<ReadonlySet<string>> {
  const byHash = new Map(encryptedDeks.map((dek) => [hashOfWrap(Buffer.from(dek, 'base64')), dek]));
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
    hash: hashOfWrap(Buffer.from(encryptedDek, 'base64')),
    file: fileId,
  }));
  await tx.execute(sql`
    update data_keys set bound_file_id = binding.file, bound_version = 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as binding(hash text, file uuid)
    where wrap_hash = binding.hash`);
}
