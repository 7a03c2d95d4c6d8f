import { type SQL, sql } from 'drizzle-orm';
import { agreementObjectKey } from '../../operations/agreements/agreement-store.ts';
import { bitmapKey, parseImageKey } from '../../operations/labs/image/image-types.ts';
import { parsePictureKey } from '../../operations/profiles/picture.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { rowsOf } from './rows-of.ts';

/** Objects read or written at the same time. Most of the time is waiting. */
export const objectsAtOnce = 8;

export interface ReferencedObject {
  key: string;
  contentType: string;
  /** Lowercase hex; null if only its existence is required. */
  sha256: string | null;
  /** Null where no row says it. */
  bytes: number | null;
  /** Description for people. */
  what: string;
}

/**
 * Everything that must be in the storage: versions of files, agreements, images of labs, and pictures of profiles.
 * @param oclId for that of one lab alone
 */
export async function* referencedObjects(
  tx: Transaction,
  oclId: string | undefined = undefined,
): AsyncGenerator<ReferencedObject> {
  const isWanted = (column: string) => (oclId ? sql`${sql.raw(column)} = ${oclId}` : sql`true`);
  yield* eachOf(
    tx,
    sql`select v.object_key as key, v.content_type as "contentType", v.sha256, v.content_length::float8 as bytes,
      f.ocl_id || ' ' || f.path || ' version ' || v.version as what
      from file_versions v join files f on f.id = v.file_id where v.restored_from is null and ${isWanted('f.ocl_id')}
      union all select v.object_key, v.content_type, v.sha256, v.content_length::float8, f.ocl_id || ' ' || f.path || ' version ' || v.version || ' in the trash'
      from trashed_versions v join trashed_files f on f.id = v.file_id where v.restored_from is null and ${isWanted('f.ocl_id')} order by key`,
    (row: ReferencedObject) => row,
  );
  yield* eachOf(
    tx,
    sql`select key, content_hash as hash from agreements where ${isWanted('ocl_id')} order by key`,
    ({ key, hash }: { key: string; hash: string }) => ({
      key: agreementObjectKey(key),
      contentType: 'application/json',
      sha256: hash.replace(/^0x/, ''),
      bytes: null,
      what: `agreement ${key}`,
    }),
  );
  for (const format of ['png', 'webp'] as const)
    yield* eachOf(
      tx,
      sql`select substr(image, 2) as path, ocl_id as lab from labs where image like '/images/%' and ${isWanted('ocl_id')} order by image`,
      ({ path, lab }: { path: string; lab: string }) => ({
        key: bitmapKey(parseImageKey(path)?.id ?? '', format),
        contentType: `image/${format}`,
        ...{ sha256: null, bytes: null },
        what: `picture of ${lab}`,
      }),
    );
  yield* eachOf(
    tx,
    sql`select distinct on (object_key) object_key as key, content_type as "contentType", ocl_id as lab
      from lab_image_uploads where object_key like 'images/%' and settled_at is null and ${isWanted('ocl_id')} order by object_key`,
    ({ key, contentType, lab }: { key: string; contentType: string; lab: string }) => ({
      key,
      contentType,
      ...{ sha256: null, bytes: null },
      what: `picture of ${lab}, to be converted`,
    }),
  );
  if (oclId) return;
  yield* eachOf(
    tx,
    sql`select picture as key, picture_sha256 as sha256, wallet from profiles where picture is not null order by picture`,
    ({ key, sha256, wallet }: { key: string; sha256: string; wallet: string }) => ({
      key,
      contentType: parsePictureKey(key)?.type ?? 'application/octet-stream',
      ...{ sha256, bytes: null },
      what: `picture of ${wallet}`,
    }),
  );
}

async function* eachOf<Row>(
  tx: Transaction,
  query: SQL,
  referenced: (row: Row) => ReferencedObject,
): AsyncGenerator<ReferencedObject> {
  for await (const rows of rowsOf(tx, query)) for (const row of rows) yield referenced(row as Row);
}
