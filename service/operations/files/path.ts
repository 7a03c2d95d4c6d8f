import { z } from 'zod';
import { findPathProblem, type PathProblem } from '#packages/protocol/file-path.ts';
import { hiddenCharacter } from '#packages/protocol/hidden-character.ts';
import { reasoned } from '#service/platform/input.ts';

const pathProblems: Readonly<Record<PathProblem, string>> = {
  PATH_LENGTH: 'is longer than 1,024 bytes',
  CHARACTER: 'has a control character or a backslash',
  EMPTY_SEGMENT: 'has a segment that is empty, ., .. or longer than 255 bytes',
  DOT_SEGMENT: 'has a segment that is empty, ., .. or longer than 255 bytes',
  SEGMENT_LENGTH: 'has a segment that is empty, ., .. or longer than 255 bytes',
};

function pathSchema(pathOf: (text: string) => string) {
  return z
    .string()
    .transform((text) => text.normalize('NFC'))
    .refine(
      (text) => findPathProblem(pathOf(text)) === null,
      reasoned('INVALID_PATH', ({ input }) => {
        const problem = findPathProblem(pathOf(String(input)));
        return problem ? pathProblems[problem] : '';
      }),
    );
}

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
