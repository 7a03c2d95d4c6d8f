import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { digestOfKey } from './object-key.ts';
import { s3Client } from './s3-client.ts';

/** What a store has, also that which nothing refers to. */
export interface StoredObjects {
  /** All objects but those that are withdrawn and parts that were never joined: their names, and when they were written. */
  list(): AsyncIterable<{ name: string; at: Date }>;
  /** The name of a key in the store. */
  nameOf(key: string): string;
}

export function storedObjects(
  { storage }: Pick<Config, 'storage'>,
  secrets: Pick<Secrets, 'storage'>,
): StoredObjects {
  return storage.kind === 's3'
    ? { list: () => inBucket({ ...storage, credentials: secrets.storage }), nameOf: (key) => key }
    : { list: () => onDisk(join(storage.dir, 'objects')), nameOf: digestOfKey };
}

async function* onDisk(root: string) {
  for (const folder of await readdir(root)) {
    // Other folders have what is under way.
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await readdir(join(root, folder))) {
      const found = await stat(join(root, folder, name)).catch(() => null);
      if (found) yield { name, at: found.mtime };
    }
  }
}

async function* inBucket({ bucket, ...account }: Parameters<typeof s3Client>[0] & { bucket: string }) {
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3Client(account) },
    { Bucket: bucket },
  ))
    for (const { Key, LastModified } of Contents)
      if (Key && LastModified && !Key.startsWith('withdrawn/')) yield { name: Key, at: LastModified };
}
