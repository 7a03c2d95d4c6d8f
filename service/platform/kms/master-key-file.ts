import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads the master keys of a `LocalKms`. Without a file it creates the first key, or returns null if it may not. The
 * file holds one key of 64 hex digits per line, newest first. To rotate, add a new line at the top.
 * @throws Error in one sentence when others may read the file or it holds anything else
 */
export async function loadMasterKeys(
  path: string,
  mayCreate: boolean,
): Promise<[Uint8Array, ...Uint8Array[]] | null> {
  const text = (await readPrivate(path)) ?? (mayCreate ? await createOnce(path) : null);
  if (text === null) return null;
  const lines = text.split('\n').filter((line) => line !== '');
  const [current, ...older] = lines.map((line, index) => {
    if (/^[0-9a-f]{64}$/i.test(line)) return new Uint8Array(Buffer.from(line, 'hex'));
    throw new Error(`Line ${index + 1} of the master key file ${path} is not 64 hex digits (32 bytes).`);
  });
  if (current === undefined) throw new Error(`The master key file ${path} is empty.`);
  return [current, ...older];
}

async function readPrivate(path: string): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    const mode = (await file.stat()).mode & 0o777;
    if ((mode & 0o077) !== 0) {
      const shown = mode.toString(8).padStart(4, '0');
      throw new Error(
        `The master key file ${path} has mode ${shown}; it must be readable by its owner alone (0600).`,
      );
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The first process creates the key; the others read it. The file gets its name only when it is completely on disk. */
async function createOnce(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(temporary);
  }
  const directory = await open(dirname(path), 'r');
  await directory.sync();
  await directory.close();
  const text = await readPrivate(path);
  if (text === null) throw new Error(`The master key file ${path} disappeared while it was being created.`);
  return text;
}
