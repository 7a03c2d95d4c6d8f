import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServiceContext } from '#core/context/context.ts';
import { UsageError } from '../core/command.ts';
import type { BackupPlace } from './backup-place.ts';

/**
 * Opens a directory, or with `s3://bucket/prefix` a bucket of the store that `S3_ENDPOINT` and its credentials name.
 * @param where as on the command line
 * @throws UsageError
 */
export async function openPlace(
  { config, secrets }: Pick<ServiceContext, 'config' | 'secrets'>,
  where: string,
): Promise<BackupPlace> {
  if (!where.startsWith('s3://')) return new Directory(where);
  const { hostname: bucket, pathname } = new URL(where);
  if (config.storage.kind !== 's3')
    throw new UsageError('A backup in a bucket needs S3_BUCKET and the variables beside it.');
  if (bucket === config.storage.bucket)
    throw new UsageError('A backup in the bucket that it is of would be lost with it. Name another one.');
  const { S3Place } = await import('./s3-place.ts');
  return new S3Place(
    { ...config.storage, bucket, credentials: secrets.storage },
    pathname.split('/').filter(Boolean).join('/'),
  );
}

class Directory implements BackupPlace {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const entries = await readdir(join(this.#root, prefix), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries)
      if (entry.isFile() && !entry.name.endsWith(unfinished))
        yield relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join(posix.sep);
  }

  async write(name: string, body: Readable): Promise<void> {
    const path = join(this.#root, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(body, createWriteStream(path + unfinished, { flush: true, mode: 0o600 }));
    } catch (error) {
      await rm(path + unfinished, { force: true });
      throw error;
    }
    await rename(path + unfinished, path);
    await syncFolder(dirname(path));
  }

  async read(name: string): Promise<Readable | null> {
    const path = join(this.#root, name);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    return isThere ? createReadStream(path) : null;
  }
}

/** End of the name of a file that is being written. */
const unfinished = '.unfinished';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
