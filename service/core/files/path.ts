import { findPathProblem, type PathProblem, withoutLeadingSlash } from '@labroom/protocol/file-path';
import { hiddenCharacter } from '@labroom/protocol/hidden-character';
import { z } from 'zod';
import { reasoned } from '#platform/input/input.ts';

const pathProblems: Readonly<Record<PathProblem, string>> = {
  PATH_LENGTH: 'is longer than 1,024 bytes',
  CHARACTER: 'has a control character or a backslash',
  LEADING_SLASH: 'begins with a second slash; a path begins with none or one',
  EMPTY_SEGMENT: 'has a segment that is empty, ., .. or longer than 255 bytes',
  DOT_SEGMENT: 'has a segment that is empty, ., .. or longer than 255 bytes',
  SEGMENT_LENGTH: 'has a segment that is empty, ., .. or longer than 255 bytes',
};

/** As programs send it: in any normal form, and with a slash before it or without one. The stored name has none. */
const sentPath = z.string().transform((text) => withoutLeadingSlash(text.normalize('NFC')));

function pathSchema(pathOf: (text: string) => string) {
  const problemOf = (text: string) =>
    text.startsWith('/') ? 'LEADING_SLASH' : findPathProblem(pathOf(text));
  return sentPath.refine(
    (text) => problemOf(text) === null,
    reasoned('INVALID_PATH', ({ input }) => {
      const problem = problemOf(String(input));
      return problem ? pathProblems[problem] : '';
    }),
  );
}

/** What paths are to begin with; empty: every path. One that no path can begin with finds nothing. */
export const pathPrefix = sentPath.refine(
  (text) => !text.startsWith('/'),
  reasoned('INVALID_PATH', pathProblems.LEADING_SLASH),
);

/** The path of a file that is looked for. As `pathPrefix`, one that no file can have finds nothing. */
export const wantedPath = z.string().max(2_000).pipe(pathPrefix);

/** The path of a file in a data room, in Unicode NFC. */
export const filePath = pathSchema((path) => path);

/** The path of a file or folder. A `/` at its end says that it is a folder. */
export const entryPath = pathSchema(withoutSlash);

/**
 * Schema of the path of a new file. Stricter than `filePath`, so that older files with other names stay readable and
 * deletable.
 */
export const newFilePath = withoutHiddenCharacters(filePath);
export const newEntryPath = withoutHiddenCharacters(entryPath);

function withoutHiddenCharacters(schema: typeof filePath) {
  return schema.refine(
    (path) => !hiddenCharacter(path),
    reasoned('INVALID_PATH', ({ input }) => {
      const character = hiddenCharacter(String(input));
      return `has the character ${character}, which is not visible or changes the direction of text; remove it`;
    }),
  );
}

/** The path of an entry, without the `/` at the end of a folder's. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The last segment. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
