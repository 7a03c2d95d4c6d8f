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

/** The path of a file in a data room, in Unicode NFC. */
export const filePath = z
  .string()
  .transform((path) => path.normalize('NFC'))
  .refine(
    (path) => findPathProblem(path) === null,
    reasoned('INVALID_PATH', ({ input }) => {
      const problem = findPathProblem(String(input));
      return problem ? pathProblems[problem] : '';
    }),
  );

/**
 * Schema of the path of a new file. Stricter than `filePath`, so that older files with other names stay readable and
 * deletable.
 */
export const newFilePath = filePath.refine(
  (path) => !hiddenCharacter(path),
  reasoned('INVALID_PATH', ({ input }) => {
    const character = hiddenCharacter(String(input));
    return `has the character ${character}, which is not visible or changes the direction of text; remove it`;
  }),
);

/** The last segment. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
