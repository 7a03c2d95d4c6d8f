import { createHash, randomUUID } from 'node:crypto';
import type { AccessLevel } from '@labroom/protocol/access-level';
import { storedHash } from '@labroom/protocol/content-hash';
import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type DidKey, recordDidKeys } from '#core/did/did-key.ts';
import { snapshotOf, textBytesOf } from '#core/feed/file-snapshot.ts';
import { appendAllToFeed } from '#core/feed/write-feed.ts';
import { pathOccupied } from '#core/files/file-errors.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { unknownDataKey } from '#core/keys/data-key.ts';
import { lockLabAndRead, refusalForText } from '#core/labs/lab-lock.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { files, fileVersions, objectDeletions } from '#platform/db/tables/files.ts';
import type { ServiceError } from '#platform/errors/errors.ts';
import { bindableOf, bindDataKeys, selectBindable } from './bind-new-keys.ts';
import { type CheckedEncryption, storedEncryption } from './encryption-metadata.ts';
import { refusedLooks } from './refused-looks.ts';
import type { SealedObject } from './upload-store.ts';

/** What became of a file. */
export type AddedFile = { path: string } & (
  | { datasetId: string; contentHash: string; version: number; wasThere: boolean; error?: never }
  | { error: ServiceError }
);

/** A file whose bytes are stored. */
export interface NewFile {
  /** Its place in the call. */
  index: number;
  path: string;
  contentType: string;
  accessLevel: AccessLevel;
  description?: string | null | undefined;
  tags?: string[] | null | undefined;
  categories?: string[] | null | undefined;
  contentText?: string | null | undefined;
  changeNote?: string | null | undefined;
  encryption: CheckedEncryption | null;
  object: SealedObject;
  key: DidKey;
}

interface Place {
  oclId: string;
  wallet: string;
}

/**
 * Adds files in one transaction, which holds the lock of the lab: rows of all kinds in one statement each. What is refused changes nothing, and its
 * bytes are deleted.
 */
export function addFileRows(
  db: Database,
  place: Place,
  stored: readonly NewFile[],
): Promise<Map<number, AddedFile>> {
  return labTransaction(db, place.oclId, async (tx) => {
    const { accepted, outcomes } = await decide(tx, place, stored);
    await keepObjects(
      tx,
      accepted.map(({ object }) => object.key),
      stored,
    );
    if (accepted.length > 0) insertAll(tx, place, accepted);
    for (const { index, path, key, object } of accepted)
      outcomes.set(index, {
        path,
        datasetId: key.did,
        contentHash: storedHash(object.sha256),
        ...{ version: 1, wasThere: false },
      });
    return outcomes;
  });
}

/** Locks the lab, and separates what may be added. */
async function decide(tx: LabTransaction, { oclId, wallet }: Place, stored: readonly NewFile[]) {
  const paths = stored.map(({ path }) => path);
  const deks = stored.flatMap(({ encryption }) => encryption?.encryptedDek ?? []);
  const [lab, , present, keys] = await lockLabAndRead(
    tx,
    oclId,
    // Plans that were made while the tables were small would read all files of the lab for each of these.
    tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`),
    selectEarlier(tx, oclId, paths),
    deks.length > 0 ? selectBindable(tx, deks, wallet) : null,
  );
  const earlier = earlierOf(present);
  const free = paths.filter((path) => !earlier.isThere(path));
  const looks = await refusedLooks(tx, oclId, free);
  const bindable = bindableOf(deks, keys ?? []);
  const outcomes = new Map<number, AddedFile>();
  let textBytes = 0;
  const refusalOf = ({ path, encryption, ...file }: NewFile): ServiceError | null => {
    const look = looks.get(path);
    if (look) return look;
    // A key is for one file.
    if (encryption && !bindable.delete(encryption.encryptedDek)) return unknownDataKey();
    const more = textBytesOf(textsOf(file));
    const quota = refusalForText(lab, textBytes + more);
    if (!quota) textBytes += more;
    return quota;
  };
  const accepted = stored.filter((file) => {
    const there = earlier.outcomeFor(file, wallet, file.object);
    const error = there ? null : refusalOf(file);
    if (there) outcomes.set(file.index, there);
    else if (error) outcomes.set(file.index, { path: file.path, error });
    return !there && !error;
  });
  return { accepted, outcomes };
}

/** The bytes of files that are added are no longer queued for deletion; those of the others are due. */
async function keepObjects(
  tx: LabTransaction,
  keys: readonly string[],
  stored: readonly NewFile[],
): Promise<void> {
  if (keys.length > 0) {
    const kept = await tx
      .delete(objectDeletions)
      .where(inArray(objectDeletions.objectKey, [...keys]))
      .returning({ key: objectDeletions.objectKey });
    if (kept.length !== keys.length) throw new Error('The bytes of new files were deleted meanwhile');
  }
  const unused = stored.map(({ object }) => object.key).filter((key) => !keys.includes(key));
  if (unused.length > 0)
    await tx
      .update(objectDeletions)
      .set({ dueAt: sql`clock_timestamp()` })
      .where(inArray(objectDeletions.objectKey, unused));
}

function insertAll(tx: LabTransaction, { oclId, wallet }: Place, accepted: readonly NewFile[]): void {
  const added = accepted.map((file) => ({
    file,
    row: {
      ...{
        id: randomUUID(),
        oclId,
        did: file.key.did,
        path: file.path,
        pathSkeleton: pathSkeleton(file.path),
      },
      ...{ version: 1, accessLevel: file.accessLevel, changeBy: wallet },
      description: file.description || null,
      tags: file.tags ?? [],
      categories: file.categories ?? [],
      contentText: file.contentText || null,
    },
  }));
  const versions = added.map(
    ({ file: { object, contentType, accessLevel, encryption, changeNote }, row }) => ({
      ...{ fileId: row.id, version: 1, objectKey: object.key, contentType, sha256: object.sha256 },
      ...{ contentLength: object.contentLength, changeBy: wallet, accessLevel },
      encryption: encryption && storedEncryption(encryption),
      changeNote: changeNote || null,
    }),
  );
  const bindings = added.flatMap(({ file: { encryption }, row }) =>
    encryption ? { encryptedDek: encryption.encryptedDek, fileId: row.id, version: 1 } : [],
  );
  // All have the conditions of the call.
  const encryption = accepted.find((file) => file.encryption)?.encryption;
  const snapshots = added.map(({ file: { contentType, object, changeNote }, row }) => ({
    ...snapshotOf(row, { contentType, sha256: object.sha256 }),
    ...(changeNote && { changeNote }),
  }));
  const entries = snapshots.map((file) => ({ kind: 'FILE_ADDED' as const, file, changeBy: wallet }));
  sendLast(
    tx,
    tx.insert(files).values(added.map(({ row }) => row)),
    tx.insert(fileVersions).values(versions),
    recordDidKeys(
      tx,
      accepted.map(({ key }) => key),
    ),
    bindings.length > 0 ? bindDataKeys(tx, bindings, wallet) : null,
    encryption ? recordConditions(tx, oclId, encryption) : null,
    appendAllToFeed(tx, oclId, entries, {
      textBytes: snapshots.reduce((sum, snapshot) => sum + textBytesOf(snapshot), 0),
      storedBytes: accepted.reduce((sum, { object }) => sum + object.contentLength, 0),
    }),
  );
}

const textsOf = (
  file: Pick<NewFile, 'description' | 'contentText' | 'changeNote' | 'tags' | 'categories'>,
) => ({
  description: file.description ?? null,
  contentText: file.contentText ?? null,
  changeNote: file.changeNote ?? null,
  tags: file.tags ?? [],
  categories: file.categories ?? [],
});

/** What decides whether a file is the one that is there. */
type Compared = Pick<NewFile, 'path' | 'contentType' | 'accessLevel' | 'encryption'>;

/** The statement for the files at some paths of a lab. */
export function selectEarlier(db: Reader, oclId: string, paths: readonly string[]) {
  return db
    .select({
      path: files.path,
      did: files.did,
      newest: files.version,
      contentType: fileVersions.contentType,
      accessLevel: fileVersions.accessLevel,
      changeBy: fileVersions.changeBy,
      sha256: fileVersions.sha256,
      conditions: sql<string | null>`${fileVersions.encryption} ->> 'accessControlConditions'`,
    })
    .from(files)
    .innerJoin(fileVersions, and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, 1)))
    .where(and(eq(files.oclId, oclId), inArray(files.path, [...paths])));
}

/** What `selectEarlier` has found, by path. */
export function earlierOf(rows: Awaited<ReturnType<typeof selectEarlier>>) {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  return {
    isThere: (path: string) => byPath.has(path),
    /** The answer for a file whose path is occupied: as before where it is the same one, from a call whose answer was lost; else a refusal. */
    outcomeFor(
      { path, contentType, accessLevel, encryption }: Compared,
      wallet: string,
      bytes: Buffer | SealedObject,
    ): AddedFile | null {
      const found = byPath.get(path);
      if (!found) return null;
      const sha256 = 'sha256' in bytes ? bytes.sha256 : createHash('sha256').update(bytes).digest('hex');
      const isSame =
        found.newest === 1 &&
        found.sha256 === sha256 &&
        found.changeBy === wallet &&
        found.contentType === contentType &&
        found.accessLevel === accessLevel &&
        found.conditions === (encryption?.accessControlConditions ?? null);
      if (!isSame) return { path, error: pathOccupied() };
      return { path, datasetId: found.did, contentHash: storedHash(sha256), version: 1, wasThere: true };
    },
  };
}
