import { findPathProblem, type PathProblem } from '@labroom/protocol/file-path';
import { hiddenCharacter } from '@labroom/protocol/hidden-character';

const problems: Readonly<Record<PathProblem, string>> = {
  PATH_LENGTH: 'The path is longer than 1,024 bytes.',
  CHARACTER: 'The name contains a backslash or a control character. Rename the file or folder.',
  LEADING_SLASH: 'The path begins with a slash.',
  EMPTY_SEGMENT: 'A folder of the path has no name.',
  DOT_SEGMENT: 'The path points outside its folder.',
  SEGMENT_LENGTH: 'The name is longer than 255 bytes.',
};

export type PathResult = { path: string } | { problem: string };

/**
 * The path of a dropped file: the folder, then its relative path (`./a/b`, `/a/b` and `a/b` are the same), in Unicode
 * NFC. Returns the problem if the service would reject the path.
 */
export function toDataRoomPath(folder: readonly string[], relativePath: string): PathResult {
  const own = relativePath
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  const segments = [...folder, ...own];
  const path = segments.join('/');
  if (own.length === 0) return { problem: 'The file has no name.' };
  const broken = findPathProblem(path);
  if (broken) return { problem: problems[broken] };
  const hidden = hiddenCharacter(path);
  if (hidden) {
    const problem = `The name has the character ${hidden}, which is not visible or changes the direction of text. Rename the file or folder.`;
    return { problem };
  }
  return { path };
}

/** `assay.csv` → `assay (2).csv`, or the next free number. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot > slash ? dot : path.length;
  for (let n = 2; ; n++) {
    const candidate = `${path.slice(0, end)} (${n})${path.slice(end)}`;
    if (!isTaken(candidate)) return candidate;
  }
}
