import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createLeavingOut, type IgnoreFile } from '@labroom/protocol/litter';
import { ownFolder } from '../store/folder.ts';
import { explainUnsafePath, type FileSystem, findCollisions, partPrefix } from './local-name.ts';
import {
  filesWithoutText,
  isFileSystemError,
  readFolder,
  readIgnoreFiles,
  type Skipped,
} from './read-folder.ts';

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

export interface Scan {
  files: Map<string, LocalFile>;
  /** Folders, each with `/` at its end; and whether nothing is in it but what is left out as wanted. */
  folders: Map<string, boolean>;
  /** What can be in no data room, under the name that the disk has. */
  skipped: Skipped[];
  /** Litter, and what an ignore file names. */
  ignored: Skipped[];
  /** What could not be read. */
  unread: Skipped[];
  /** Paths of which nothing is known here: neither they nor what is below them count as deleted. */
  blocked: Set<string>;
  /** Downloads that were interrupted. */
  parts: string[];
}

interface ScanOptions {
  /** Leaves out folders that need not be read. */
  wanted(path: string, isFolder: boolean): boolean;
  /** Whether a file, or one in a folder, is in the lab by an earlier run: then no rule leaves it out. */
  isSynced(path: string): boolean;
}

/**
 * Lists the files of a folder, without following links. Leaves out litter, and what `.gitignore` and `.labroomignore` name. A name
 * that is no text, and a folder that cannot be read, are listed, and the others are read.
 */
export async function scanFolder(
  root: string,
  fileSystem: FileSystem,
  { wanted, isSynced }: ScanOptions,
): Promise<Scan> {
  const found: LocalFile[] = [];
  const scan: Scan = {
    files: new Map(),
    folders: new Map(),
    skipped: [],
    ignored: [],
    unread: [],
    blocked: new Set(),
    parts: [],
  };
  const rules: IgnoreFile[] = [];
  const leaveOut = (list: Skipped[], path: string, reason: string) => {
    list.push({ path, reason });
    scan.blocked.add(path);
  };
  const readOrList = async (path: string, read: () => Promise<unknown>) => {
    try {
      await read();
    } catch (error) {
      if (path === '' || !isFileSystemError(error)) throw error;
      leaveOut(scan.unread, path, `cannot be read (${error.code})`);
    }
  };
  const visit = async (folder: string, above: string): Promise<void> => {
    const { named, withoutText } = await readFolder(folder);
    let isEmpty = withoutText.length === 0;
    rules.push(...(await readIgnoreFiles(folder, above, named)));
    const leftOut = createLeavingOut(rules);
    for (const one of await filesWithoutText(folder, withoutText, above)) {
      const rule = leftOut(one.path);
      if (wanted(one.path, false))
        (rule ? scan.ignored : scan.skipped).push(rule ? { ...one, reason: rule } : one);
    }
    for (const { name, kind } of named) {
      const file = join(folder, name);
      const path = `${above}${name.normalize('NFC')}`;
      const isFolder = kind === 'folder';
      if (name.startsWith(partPrefix)) scan.parts.push(file);
      else if (path === ownFolder || !wanted(path, isFolder)) isEmpty = false;
      else {
        const rule = isSynced(path) ? null : leftOut(path, isFolder);
        isEmpty &&= rule !== null;
        if (rule) leaveOut(scan.ignored, path, rule);
        else if (isFolder) await readOrList(path, () => visit(file, `${path}/`));
        else if (kind !== 'file')
          leaveOut(scan.skipped, path, kind === 'link' ? 'is a symbolic link' : 'is not a file');
        else await readOrList(path, () => add(file, path));
      }
    }
    if (above !== '') addFolder(above, isEmpty);
  };
  const addFolder = (path: string, isEmpty: boolean) => {
    const name = path.slice(0, -1);
    const reason = isEmpty ? explainUnsafePath(name, { isWindows: false }) : null;
    if (reason) leaveOut(scan.skipped, path, reason);
    else scan.folders.set(path, isEmpty);
  };
  const add = async (file: string, path: string) => {
    const reason = explainUnsafePath(path, { isWindows: false });
    if (reason) return leaveOut(scan.skipped, path, reason);
    const stat = await stampOf(file);
    if (stat) found.push({ path, file, ...stat });
  };
  await readOrList('', () => visit(root, ''));

  const twice = [...Map.groupBy(found, ({ path }) => path)].filter(([, files]) => files.length > 1);
  for (const [path, files] of twice) {
    scan.blocked.add(path);
    for (const { file } of files)
      scan.skipped.push({
        path: relative(root, file).split(sep).join('/'),
        reason: 'another name differs only in the form of its accents',
      });
  }
  const paths = new Set(found.map(({ path }) => path));
  for (const [path, reason] of findCollisions(paths, { ...fileSystem, isCaseSensitive: true }))
    if (!scan.blocked.has(path)) leaveOut(scan.skipped, path, reason);
  for (const one of found) if (!scan.blocked.has(one.path)) scan.files.set(one.path, one);
  return scan;
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
export async function hashFile(file: string, onBytes: (bytes: number) => void = () => {}): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of createReadStream(file)) {
    hash.update(piece);
    read += piece.length;
    onBytes(read);
  }
  return hash.digest('hex');
}

/** Removes what interrupted downloads left, other than what can be continued. Only for the holder of the folder's lock. */
export async function removeParts(parts: readonly string[], continued: ReadonlySet<string>): Promise<void> {
  for (const part of parts) if (!continued.has(part)) await rm(part, { force: true });
}
