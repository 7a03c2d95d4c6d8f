import { hiddenCharacter } from '#contracts/hidden-character.ts';

const MAX_PATH_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;

export type PathResult = { path: string } | { problem: string };

/**
 * The path a dropped file gets: folder, then its own relative path (`./a/b`, `/a/b` and `a/b` are the same), in
 * Unicode NFC. Says what is wrong where the service would refuse it.
 */
export function toDataRoomPath(folder: readonly string[], relativePath: string): PathResult {
  const own = relativePath
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  const segments = [...folder, ...own];
  const path = segments.join('/');
  if (own.length === 0) return { problem: 'The file has no name.' };
  for (const segment of segments) {
    if (segment === '..') return { problem: `“${path}” points outside its folder.` };
    if (segment.includes('\\')) return { problem: `“${segment}” contains a backslash.` };
    if (/\p{Cc}/u.test(segment)) return { problem: 'The name contains control characters.' };
    const hidden = hiddenCharacter(segment);
    if (hidden) {
      const problem = `The name has the character ${hidden}, which is not visible or changes the direction of text. Rename the file or folder.`;
      return { problem };
    }
    if (byteLength(segment) > MAX_SEGMENT_BYTES) return { problem: 'The name is longer than 255 bytes.' };
  }
  if (byteLength(path) > MAX_PATH_BYTES) return { problem: 'The path is longer than 1,024 bytes.' };
  return { path };
}

/** `assay.csv` → `assay (2).csv`, or the first number that is free. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot > slash ? dot : path.length;
  for (let n = 2; ; n++) {
    const candidate = `${path.slice(0, end)} (${n})${path.slice(end)}`;
    if (!isTaken(candidate)) return candidate;
  }
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
