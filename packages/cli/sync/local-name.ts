import { findPathProblem } from '@labroom/protocol/file-path';
import { isReservedOnWindows } from '@labroom/protocol/portable-names';
import { ownFolder } from '../store/folder.ts';

/** Begins the names of unfinished downloads. */
export const partPrefix = '.labroom-part-';

/** What a file system cannot tell apart, and what it reserves. */
export interface FileSystem {
  /** Whether `a` and `A` are two files. */
  isCaseSensitive: boolean;
  isWindows: boolean;
}

/**
 * Why a path of a data room may not become a file in a folder, or a file of the folder a path of the data room; `null` if it may.
 * Paths of a data room are chosen by others, and maybe by a hostile service.
 */
export function explainUnsafePath(path: string, { isWindows }: Pick<FileSystem, 'isWindows'>): string | null {
  if (findPathProblem(path) !== null || path !== path.normalize('NFC')) return 'is not a path of a data room';
  const segments = path.split('/');
  const plain = segments.map(plainName);
  if (plain[0] === ownFolder) return `${ownFolder} holds the settings of the folder`;
  // Files in it decide what git runs.
  if (plain.includes('.git') || segments.some((segment) => /^git~\d+$/i.test(segment)))
    return 'belongs to git';
  if (plain.some((name) => name.startsWith(partPrefix))) return 'is the name of an unfinished download';
  if (isWindows && segments.some(isReservedOnWindows)) return 'is not a name on Windows';
  return null;
}

/** What some file systems take a name for: they ignore case, width and invisible characters, and cut dots and spaces at the end. */
const plainName = (segment: string) =>
  segment
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/::?\$[\s\S]*|(?<![. ])[. ]+$/, '');

/**
 * The paths that cannot all be files of one folder: below a path that is a file itself, or the same name to the file system.
 * Returns the reason of each path that must be left out.
 */
export function findCollisions(
  paths: Iterable<string>,
  { isCaseSensitive }: FileSystem,
): Map<string, string> {
  const all = [...paths];
  const files = new Set(all.map((path) => foldPath(path, isCaseSensitive)));
  /** Folded path of a file or folder → the spellings in use. */
  const spellings = new Map<string, Set<string>>();
  for (const path of all)
    for (const prefix of prefixesOf(path)) {
      const folded = foldPath(prefix, isCaseSensitive);
      spellings.set(folded, (spellings.get(folded) ?? new Set()).add(prefix));
    }
  const collisions = new Map<string, string>();
  for (const path of all) {
    const prefixes = prefixesOf(path);
    const above = prefixes.slice(0, -1).find((prefix) => files.has(foldPath(prefix, isCaseSensitive)));
    if (above) collisions.set(path, `${above} is a file`);
    else if (prefixes.some((prefix) => (spellings.get(foldPath(prefix, isCaseSensitive))?.size ?? 0) > 1))
      collisions.set(path, 'another path differs only in case');
  }
  return collisions;
}

const foldPath = (path: string, isCaseSensitive: boolean) =>
  isCaseSensitive ? path : path.toLowerCase().toUpperCase();

/** A path and the folders above it, the highest first. */
export function prefixesOf(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}
