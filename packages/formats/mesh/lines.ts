/** Characters of a line that are read. */
const MAX_LINE = 1_000_000;

/** The lines of a text, cut where they are very long. Bytes that are no ASCII are those of names. */
export function* linesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('latin1');
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = at < bytes.length ? bytes[at] : 10;
    if (byte !== 10 && byte !== 13) continue;
    if (at > start) yield decoder.decode(bytes.subarray(start, Math.min(at, start + MAX_LINE)));
    start = at + 1;
  }
}

/** The words of a line. */
export const wordsOf = (line: string): string[] => line.trim().split(/\s+/);
