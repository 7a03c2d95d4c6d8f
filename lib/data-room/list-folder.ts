import type { RoomFile } from '../download/room-files.ts';
import { contentSize } from './content-size.ts';

interface FolderEntry {
  kind: 'folder';
  /** Path with a trailing slash, which no file path has. */
  key: string;
  name: string;
  /** Without the slash. */
  path: string;
  fileCount: number;
  /** Bytes of the newest versions, as their readers have them. */
  size: number;
  updatedAt: string | null;
}

export interface FileEntry {
  kind: 'file';
  key: string;
  name: string;
  file: RoomFile;
  size: number;
  updatedAt: string | null;
}

export type Entry = FolderEntry | FileEntry;

/** The direct content of a folder (`''` is the root). Folders are derived from file paths, and from those of empty folders. */
export function listFolder(
  files: readonly RoomFile[],
  folder: string,
  emptyFolders: readonly string[] = [],
): Entry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const folders = new Map<string, FolderEntry>();
  const entries: Entry[] = [];
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const rest = file.path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash === -1) {
      entries.push(fileEntry(file));
      continue;
    }
    const name = rest.slice(0, slash);
    const entry = folders.get(name) ?? emptyFolder(prefix + name, name);
    folders.set(name, {
      ...entry,
      fileCount: entry.fileCount + 1,
      size: entry.size + contentSize(file),
      updatedAt: later(entry.updatedAt, file.updatedAt),
    });
  }
  for (const path of emptyFolders) {
    if (!path.startsWith(prefix) || path === prefix) continue;
    const name = path.slice(prefix.length, path.indexOf('/', prefix.length));
    if (!folders.has(name)) folders.set(name, emptyFolder(prefix + name, name));
  }
  return [...folders.values(), ...entries];
}

export function fileEntry(file: RoomFile): FileEntry {
  return {
    kind: 'file',
    key: file.path,
    name: file.name,
    file,
    size: contentSize(file),
    updatedAt: file.updatedAt,
  };
}

/** Adds files to a list by path. Of two with one path the added one counts. */
export function withFiles(files: readonly RoomFile[], more: readonly RoomFile[]): readonly RoomFile[] {
  const byPath = new Map([...files, ...more].map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files selected by a set of keys. A folder's key selects every file in it. */
export function filesOf(files: readonly RoomFile[], keys: ReadonlySet<string>): RoomFile[] {
  if (keys.size === 0) return [];
  const folders = [...keys].filter((key) => key.endsWith('/'));
  return files.filter(
    (file) => keys.has(file.path) || folders.some((folder) => file.path.startsWith(folder)),
  );
}

/** Kind of a file as its ending, e.g. `CSV`, or the word for a folder. */
export function typeOf(entry: Entry): string {
  if (entry.kind === 'folder') return 'Folder';
  const ending = /[^.]\.([a-z0-9]{1,8})$/i.exec(entry.name)?.[1];
  return ending ? ending.toUpperCase() : 'File';
}

const emptyFolder = (path: string, name: string): FolderEntry => ({
  kind: 'folder',
  key: `${path}/`,
  name,
  path,
  fileCount: 0,
  size: 0,
  updatedAt: null,
});

const later = (a: string | null, b: string | null) => ((b ?? '') > (a ?? '') ? b : a);
