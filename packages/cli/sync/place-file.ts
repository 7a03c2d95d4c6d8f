import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { partPrefix } from './local-name.ts';
import { type LocalFile, stampOf } from './scan.ts';

/** A file that cannot be written, because something else is at its place. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError';
}

interface Place {
  root: string;
  /** A safe path (`explainUnsafePath`). */
  path: string;
  /** The file that the content replaces; `null` for a new file. */
  replaces: LocalFile | null;
}

/**
 * Writes a file beside its place, checks its hash, and renames it, so that nobody sees a part of it. Follows no symbolic link, and
 * leaves a file alone that has changed since it was listed.
 * @throws PlaceError
 */
export async function placeFile(
  { root, path, replaces }: Place,
  content: ReadableStream<Uint8Array>,
  sha256: string,
): Promise<Pick<LocalFile, 'file' | 'stamp'>> {
  const segments = path.split('/');
  const file = replaces?.file ?? join(root, ...segments);
  await requireFolders(root, segments.slice(0, -1));
  const part = join(dirname(file), `${partPrefix}${randomBytes(8).toString('hex')}`);
  try {
    const written = await writePart(part, content);
    if (written !== sha256) throw new PlaceError(`The content of ${path} does not have its hash.`);
    await requireUnchanged(file, path, replaces);
    if (replaces) await chmod(part, (await lstat(file)).mode & 0o777);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const stat = await stampOf(file);
  if (!stat) throw new PlaceError(`${path} was removed while it was written.`);
  return { file, stamp: stat.stamp };
}

/** Creates the folders of a path. Each must be a folder itself, not a link to one elsewhere. */
async function requireFolders(root: string, segments: readonly string[]): Promise<void> {
  let folder = root;
  for (const segment of segments) {
    folder = join(folder, segment);
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(folder)).isDirectory()) throw new PlaceError(`${folder} is not a folder.`);
  }
}

/** Moves a file out of the way, below a folder that is made for it. */
export async function moveFile(root: string, { file, path, stamp }: LocalFile, to: string): Promise<string> {
  const segments = to.split('/');
  const target = join(root, ...segments);
  await requireFolders(root, segments.slice(0, -1));
  if ((await stampOf(file))?.stamp !== stamp) throw new PlaceError(`${path} was changed meanwhile.`);
  if (await exists(target)) throw new PlaceError(`${to} exists already.`);
  await rename(file, target);
  return target;
}

async function requireUnchanged(file: string, path: string, replaces: LocalFile | null): Promise<void> {
  if (replaces) {
    if ((await stampOf(file))?.stamp !== replaces.stamp)
      throw new PlaceError(`${path} was changed meanwhile.`);
  } else if (await exists(file)) throw new PlaceError(`Something else is at ${path}.`);
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Writes a new file. Returns its SHA-256, lowercase hex. */
async function writePart(part: string, content: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(part, 'wx');
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    // Before the rename: after a crash the name must not lead to an empty file.
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}
