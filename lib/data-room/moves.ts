import { findPathProblem, type PathProblem, withoutLeadingSlash } from '@labroom/protocol/file-path';

/** A move of a file or, with a `/` at the end of both paths, of a folder. */
export interface EntryMove {
  from: string;
  to: string;
}

/** Last segment of the path of a file or folder. */
export const nameOf = (key: string) => key.slice(parentOf(key).length).replace(/\/$/, '');

/** Path of the folder that an entry is in, with a `/` at the end; `''` is the root. */
export const parentOf = (key: string) => key.slice(0, key.lastIndexOf('/', key.length - 2) + 1);

export function renameTo(key: string, name: string): EntryMove {
  return { from: key, to: `${parentOf(key)}${name}${key.endsWith('/') ? '/' : ''}` };
}

/** Moves entries into a folder (`''` is the root). Those that are there already are left out. */
export function movesInto(keys: Iterable<string>, folder: string): EntryMove[] {
  const parent = folder === '' ? '' : `${folder}/`;
  return [...keys]
    .filter((key) => parentOf(key) !== parent)
    .map((key) => ({ from: key, to: parent + key.slice(parentOf(key).length) }));
}

/** Whether at least one entry would move, and no folder into itself. */
export function canMoveInto(keys: readonly string[], folder: string): boolean {
  const isInside = keys.some((key) => key.endsWith('/') && `${folder}/`.startsWith(key));
  return !isInside && movesInto(keys, folder).length > 0;
}

export const opposite = (moves: readonly EntryMove[]): EntryMove[] =>
  moves.map(({ from, to }) => ({ from: to, to: from }));

/** Where a file or folder is after moves. Of several moved folders above it, the one with the longest path counts. */
export function movedPath(path: string, moves: readonly EntryMove[]): string {
  let longest: EntryMove | undefined;
  for (const move of moves) {
    const applies = move.from.endsWith('/') ? path.startsWith(move.from) : path === move.from;
    if (applies && move.from.length > (longest?.from.length ?? -1)) longest = move;
  }
  return longest ? longest.to + path.slice(longest.from.length) : path;
}

/** The files after moves, in path order. */
export function applyMoves<File extends { path: string; name: string }>(
  files: readonly File[],
  moves: readonly EntryMove[],
): readonly File[] {
  return files.map((file) => {
    const path = movedPath(file.path, moves);
    return path === file.path ? file : { ...file, path, name: nameOf(path) };
  });
}

/** The files without entries that were deleted. */
export function withoutEntries<File extends { path: string }>(
  files: readonly File[],
  keys: ReadonlySet<string>,
): readonly File[] {
  const folders = [...keys].filter((key) => key.endsWith('/'));
  return files.filter(({ path }) => !keys.has(path) && !folders.some((folder) => path.startsWith(folder)));
}

/** Every folder of these paths, in path order, with the folders above it. Paths of folders end with `/`. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      folders.add(path.slice(0, end));
    }
  }
  return [...folders].sort((a, b) => (`${a}/` < `${b}/` ? -1 : 1));
}

const problems: Record<PathProblem, string> = {
  PATH_LENGTH: 'The path would be too long. The limit is 1,024 bytes.',
  CHARACTER: 'A name cannot contain line breaks, control characters or “\\”.',
  LEADING_SLASH: 'A path begins with a name, not with “/”.',
  EMPTY_SEGMENT: 'Enter a name.',
  DOT_SEGMENT: 'A name cannot be “.” or “..”.',
  SEGMENT_LENGTH: 'The name is too long. The limit is 255 bytes.',
};

/** Why a typed path cannot be used, as a sentence. A slash before it changes nothing. */
export function pathProblem(path: string): string | null {
  const problem = findPathProblem(withoutLeadingSlash(path.normalize('NFC')));
  return problem && problems[problem];
}

/** Why a name cannot be used, as a sentence. */
export function nameProblem(name: string): string | null {
  if (name.includes('/')) return 'A name cannot contain “/”. Move to… changes the folder.';
  return pathProblem(name);
}
