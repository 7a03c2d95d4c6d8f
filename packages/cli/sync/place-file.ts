import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-line/exit-codes.ts';
import { partPrefix } from './local-name.ts';
import { type LocalFile, stampOf } from './scan.ts';

/** A file that cannot be written, because something else is at its place. */
export class PlaceError extends CommandError {
  constructor(message: string) {
    super('failed', message);
    this.name = 'PlaceError';
  }
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
export function placeFile(
  place: Place,
  content: ReadableStream<Uint8Array>,
  sha256: string,
): Promise<Pick<LocalFile, 'file' | 'stamp'>> {
  const name = `${partPrefix}${randomBytes(8).toString('hex')}`;
  return placePart(place, name, sha256, async (part) => {
    try {
      return await writePart(part, content);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
}

interface Ranges {
  /** Bytes of the content. */
  size: number;
  /** Verified bytes of the content. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Bytes that are read at once. */
  bytesPerRead?: number;
  /** Number of bytes that are in the part, also of an earlier run. */
  onBytes(bytes: number): void;
}

/** As `placeFile`, range by range: what an interrupted run has written is not read again. */
export function placeRanges(
  place: Place,
  ranges: Ranges,
  sha256: string,
): Promise<Pick<LocalFile, 'file' | 'stamp'>> {
  return placePart(place, partNameOf(place.path, sha256), sha256, (part) => continuePart(part, ranges));
}

/** The name of the unfinished download of a content to a path. It can be continued. */
export function partNameOf(path: string, sha256: string): string {
  return `${partPrefix}${createHash('sha256').update(`${path}\0${sha256}`).digest('hex').slice(0, 32)}`;
}

async function placePart(
  { root, path, replaces }: Place,
  name: string,
  sha256: string,
  write: (part: string) => Promise<string>,
): Promise<Pick<LocalFile, 'file' | 'stamp'>> {
  const segments = path.split('/');
  const file = replaces?.file ?? join(root, ...segments);
  await requireFolders(root, segments.slice(0, -1));
  const part = join(dirname(file), name);
  const written = await write(part);
  try {
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

/** Creates a folder, and those above it. Errors: `PlaceError` if something else is in its place. */
export const makeFolder = (root: string, path: string) => requireFolders(root, path.split('/'));

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

/** Removes the folders above a path that have no entry any more. */
export async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
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

/** Writes what a part lacks. Returns the SHA-256 of all of it, lowercase hex. A part that could not be finished stays. */
async function continuePart(
  part: string,
  { size, read, bytesPerRead = 8_388_608, onBytes }: Ranges,
): Promise<string> {
  const handle = await open(part, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o666);
  const hash = createHash('sha256');
  try {
    let written = 0;
    // Of the part nothing is believed: its bytes are part of the hash.
    const own = handle.createReadStream({ start: 0, autoClose: false });
    for await (const piece of own) {
      hash.update(piece);
      written += piece.length;
    }
    if (written > size) throw new PlaceError('An unfinished download is longer than its file.');
    onBytes(written);
    let next = written < size ? read(written, bytesPerRead) : null;
    while (next) {
      const piece = await next;
      const end = written + piece.length;
      next = end < size && piece.length > 0 ? read(end, bytesPerRead) : null;
      // Its failure is met when its turn comes.
      next?.catch(() => {});
      hash.update(piece);
      await handle.write(piece, 0, piece.length, written);
      written = end;
      onBytes(written);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}
