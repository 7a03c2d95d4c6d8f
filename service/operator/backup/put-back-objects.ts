import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { terminalText } from '@labroom/protocol/terminal-text';
import type { Hex } from 'viem';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import { CorruptBackupError, type Operation } from '../core/command.ts';
import { objectsAtOnce, type ReferencedObject, referencedObjects } from '../core/objects.ts';
import { withoutLimits } from '../core/rows-of.ts';
import { readObject, type SavedObject, type Snapshot } from './format.ts';

/**
 * Puts back, from a backup, the objects that the database names and that the store lacks or has with other bytes.
 * @param oclId for those of one lab alone
 * @returns `incomplete` if the backup cannot help with all of them
 */
export async function putBackObjects(
  { context, print }: Operation,
  snapshot: Snapshot,
  oclId: Hex | undefined,
): Promise<true | 'incomplete'> {
  const { storage, db } = context;
  const counts = { looked: 0, back: 0, lost: 0 };
  await db.transaction(
    async (tx) => {
      await withoutLimits(tx);
      await Readable.from(referencedObjects(tx, oclId)).forEach(
        async (object: ReferencedObject) => {
          counts.looked += 1;
          const problem = await problemOf(storage, object);
          if (!problem) return;
          try {
            await putObject(storage, snapshot, object);
            counts.back += 1;
            print(terminalText(`${object.what} ${problem}: put back.`));
          } catch (error) {
            if (!(error instanceof CorruptBackupError)) throw error;
            counts.lost += 1;
            print(terminalText(`${object.what} ${problem}, and stays so: ${error.message}`));
          }
        },
        { concurrency: objectsAtOnce },
      );
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  print(`${counts.looked} objects, ${counts.back} put back, ${counts.lost} lost.`);
  return counts.lost > 0 ? 'incomplete' : true;
}

async function problemOf(storage: ObjectStorage, { key, sha256 }: ReferencedObject): Promise<string | null> {
  const body = await storage.read(key);
  if (!body) return 'is missing in the store';
  const hash = createHash('sha256');
  await pipeline(body, hash);
  return sha256 !== null && hash.digest('hex') !== sha256 ? 'has different bytes' : null;
}

/** Stores an object of a backup under its key. @throws CorruptBackupError if the backup lacks it, or has other bytes than were saved */
export async function putObject(
  storage: ObjectStorage,
  snapshot: Snapshot,
  { key, contentType, sha256, bytes }: SavedObject,
): Promise<void> {
  const stream = await readObject(snapshot, key);
  const body = bytes === null ? Buffer.concat(await stream.toArray()) : { stream, contentLength: bytes };
  const stored = await storage.put({ key, contentType, body });
  if (sha256 === null || stored.sha256 === sha256) return;
  await storage.delete(key);
  throw new CorruptBackupError(`objects/${key} is damaged in the backup.`);
}
