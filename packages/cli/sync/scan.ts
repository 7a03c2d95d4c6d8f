import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createLeavingOut, type IgnoreFile, ignoreFiles } from '@labroom/protocol/litter';
import { ownFolder } from '../store/folder.ts';
import { explainUnsafePath, type FileSystem, findCollisions, partPrefix } from './local-name.ts';

/** A regular file of the folder. */
export interface LocalFile {
  /** Path in the data room: with `/`, in Unicode NFC. */
  path: string;
  /** Path on the disk, as the file system spells it. */
  file: string;
  size: number;
  /** Changes whenever the content may have changed. */
  stamp: string;
}

export interface Skipped {
  path: string;
  reason: string;
}

export interface Scan {
  files: Map<string, LocalFile>;
  skipped: Skipped[];
  /** Downloads that were interrupted. */
  parts: string[];
}

interface ScanOptions {
  /** Leaves out folders that need not be read. */
  wanted(path: string, isFolder: boolean): boolean;
  /** Whether a file, or one in a folder, is in the lab by an earlier run: then no rule leaves it out. */
  isSynced(path: string): boolean;
}

/** Longer ones are not read. */
const mostIgnoreBytes = 1_000_000;

/**
 * Lists the files of a folder, without following links. Leaves out litter, and what `.gitignore` and `.labroomignore` name.
 */
export async function scanFolder(
  root: string,
  fileSystem: FileSystem,
  { wanted, isSynced }: ScanOptions,
): Promise<Scan> {
  const found: LocalFile[] = [];
  const skipped: Skipped[] = [];
  const parts: string[] = [];
  const rules: IgnoreFile[] = [];
  const visit = async (folder: string, above: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const name of ignoreFiles) {
      const isHere = entries.some((entry) => entry.name === name && entry.isFile());
      const size = isHere ? (await lstat(join(folder, name))).size : 0;
      if (size > 0 && size <= mostIgnoreBytes)
        rules.push({ folder: above, name, text: await readFile(join(folder, name), 'utf8') });
    }
    const leftOut = createLeavingOut(rules);
    for (const entry of entries) {
      const file = join(folder, entry.name);
      const path = `${above}${entry.name.normalize('NFC')}`;
      if (entry.name.startsWith(partPrefix)) parts.push(file);
      else if (path === ownFolder || !wanted(path, entry.isDirectory())) continue;
      else if (!isSynced(path) && leftOut(path, entry.isDirectory()))
        skipped.push({ path, reason: leftOut(path, entry.isDirectory()) ?? '' });
      else if (entry.isDirectory()) await visit(file, `${path}/`);
      else if (!entry.isFile())
        skipped.push({ path, reason: entry.isSymbolicLink() ? 'is a symbolic link' : 'is not a file' });
      else await add(file, path);
    }
  };
  const add = async (file: string, path: string) => {
    const reason = explainUnsafePath(path, { isWindows: false });
    if (reason) return void skipped.push({ path, reason });
    const stat = await stampOf(file);
    if (stat) found.push({ path, file, ...stat });
  };
  await visit(root, '');

  // Two names on the disk can be one path, in different forms of Unicode.
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { path } of found) (seen.has(path) ? twice : seen).add(path);
  const collisions = findCollisions(seen, { ...fileSystem, isCaseSensitive: true });
  for (const path of twice) collisions.set(path, 'another name differs only in the form of its accents');
  for (const [path, reason] of collisions) skipped.push({ path, reason });
  const files = found.filter(({ path }) => !collisions.has(path)).map((one) => [one.path, one] as const);
  return { files: new Map(files), skipped, parts };
}

/** Size and stamp of a regular file; `null` if there is none. */
export async function stampOf(file: string): Promise<Pick<LocalFile, 'size' | 'stamp'> | null> {
  const stat = await lstat(file, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!stat?.isFile()) return null;
  const { size, mtimeNs, ctimeNs, ino } = stat;
  return { size: Number(size), stamp: `${size}:${mtimeNs}:${ctimeNs}:${ino}` };
}

/** SHA-256 of a file, lowercase hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Removes what interrupted downloads left. Only for the holder of the folder's lock. */
export async function removeParts(parts: readonly string[]): Promise<void> {
  for (const part of parts) await rm(part, { force: true });
}
