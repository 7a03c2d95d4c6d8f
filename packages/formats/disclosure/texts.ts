const MAX_VALUE = 60;

/** A value as it is shown to a person: on one line, without control characters, shortened. */
export function shown(value: string): string {
  const line = value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE).toWellFormed()}…` : line;
}

/** The first and last characters of a secret: enough to recognize it, too little to use it. */
export const hinted = (secret: string) => `${shown(secret).slice(0, 6)}…`;

/** `Jane Doe, John Doe and 3 more`. */
export function listed(values: Iterable<string>): string {
  const all = [...new Set([...values].map(shown))].filter(Boolean);
  const more = all.length - 3;
  return all.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const PIECE = 8192;

/** One character for each byte. The decoder of that name is one of Windows-1252. */
export function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** A short text of a header: UTF-8, or else Windows-1252; up to its first NUL. */
export function textOf(bytes: Uint8Array): string {
  const [text = ''] = wholeTextOf(bytes).split('\0');
  return text;
}

/** As UTF-8, or else as Windows-1252. */
export function wholeTextOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const bytesOf = async (blob: Blob, start = 0, end = blob.size) =>
  new Uint8Array(await blob.slice(start, end).arrayBuffer());
