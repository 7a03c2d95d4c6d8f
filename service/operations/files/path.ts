import { z } from 'zod';
import { hiddenCharacter } from '#contracts/hidden-character.ts';
import { reasoned } from '#service/platform/input.ts';

/**
 * The path of a file in a data room (docs/specification/files.md#paths): Unicode NFC, 1 to 1,024 bytes, segments of 1 to
 * 255 bytes joined by `/`, none of them empty, `.` or `..`; no control characters, no backslash.
 */
export const filePath = z
  .string()
  .transform((path) => path.normalize('NFC'))
  .refine((path) => Buffer.byteLength(path) <= 1024, reasoned('INVALID_PATH', 'is longer than 1,024 bytes'))
  .refine(
    (path) => path.isWellFormed() && !/[\p{Cc}\\]/u.test(path),
    reasoned('INVALID_PATH', 'has a control character or a backslash'),
  )
  .refine(
    (path) => path.split('/').every(isSegment),
    reasoned('INVALID_PATH', 'has a segment that is empty, ., .. or longer than 255 bytes'),
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

function isSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= 255;
}

/** The last segment. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
