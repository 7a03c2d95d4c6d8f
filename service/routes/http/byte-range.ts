/** Bytes from `start` up to but not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for `length` bytes (RFC 9110, 14.1.2). `null` means the whole: the header is absent or
 * malformed, or requests several parts, which a server may ignore.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || length === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, length - suffix), end: length };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= length) return 'unsatisfiable';
  return { start, end: last === '' ? length : Math.min(Number(last) + 1, length) };
}
