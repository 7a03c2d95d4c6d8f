import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashOfWrap } from '#core/keys/data-key.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dataKeys } from '#platform/db/tables/files.ts';

const hashOf = (encryptedDek: string) => hashOfWrap(Buffer.from(encryptedDek, 'base64'));

/** Locks those of the keys that the wallet may bind. They stay so until the transaction ends. */
export function selectBindable(tx: Transaction, encryptedDeks: readonly string[], wallet: string) {
  return tx
    .select({ hash: dataKeys.wrapHash })
    .from(dataKeys)
    .where(
      and(
        inArray(dataKeys.wrapHash, encryptedDeks.map(hashOf)),
        eq(dataKeys.issuedTo, wallet),
        isNull(dataKeys.boundFileId),
      ),
    )
    .orderBy(dataKeys.wrapHash)
    .for('update');
}

/** Which of the keys `selectBindable` has found. */
export function bindableOf(
  encryptedDeks: readonly string[],
  found: readonly { hash: string | null }[],
): Set<string> {
  const hashes = new Set(found.map(({ hash }) => hash));
  return new Set(encryptedDeks.filter((dek) => hashes.has(hashOf(dek))));
}

interface Binding {
  encryptedDek: string;
  fileId: string;
  version: number;
}

/** Binds keys to versions of files. Changes fewer rows than there are bindings where a key may not be bound. */
export function bindDataKeys(tx: Transaction, bindings: readonly Binding[], wallet: string) {
  const rows = bindings.map(({ encryptedDek, fileId, version }) => ({
    hash: hashOf(encryptedDek),
    file: fileId,
    version,
  }));
  return tx.execute(sql`
    update data_keys set bound_file_id = binding.file, bound_version = binding.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as binding(hash text, file uuid, version int)
    where wrap_hash = binding.hash and issued_to = ${wallet} and bound_file_id is null`);
}
