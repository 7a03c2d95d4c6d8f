/** Limits of the path of a file in a data room (docs/specification/files.md#paths). */
const MAX_PATH_BYTES = 1_024;
const MAX_SEGMENT_BYTES = 255;

/**
 * The path that a person or program means by one with a slash before it, as programs of other services with this interface send
 * it: the entry of a data room has one name, without it.
 */
export function withoutLeadingSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}

/** The rule that a path violates. */
export type PathProblem =
  | 'PATH_LENGTH'
  | 'CHARACTER'
  | 'LEADING_SLASH'
  | 'EMPTY_SEGMENT'
  | 'DOT_SEGMENT'
  | 'SEGMENT_LENGTH';

/**
 * The first rule that a path in Unicode NFC violates, after `withoutLeadingSlash`: at most 1,024 bytes; well-formed, without control
 * characters and backslashes; no slash at its beginning; segments of 1 to 255 bytes joined by `/`, none of them `.` or `..`. `null` for a valid path.
 */
export function findPathProblem(path: string): PathProblem | null {
  if (byteLength(path) > MAX_PATH_BYTES) return 'PATH_LENGTH';
  if (!path.isWellFormed() || /[\p{Cc}\\]/u.test(path)) return 'CHARACTER';
  if (path.startsWith('/')) return 'LEADING_SLASH';
  const segments = path.split('/');
  if (segments.includes('')) return 'EMPTY_SEGMENT';
  if (segments.includes('.') || segments.includes('..')) return 'DOT_SEGMENT';
  return segments.some((segment) => byteLength(segment) > MAX_SEGMENT_BYTES) ? 'SEGMENT_LENGTH' : null;
}

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
