/**
 * Returns `Content-Disposition: attachment` for any file name (RFC 6266): an ASCII form for old clients and, if that
 * loses something, the full name in the encoding of RFC 8187. Directories are removed; only the last segment is the
 * name.
 */
export function contentDisposition(fileName: string): string {
  const base = Array.from(fileName.slice(fileName.lastIndexOf('/') + 1).toWellFormed(), (character) =>
    isControl(character) ? '_' : character,
  ).join('');
  const name = base.trim() === '' ? 'download' : base;
  // Clients decode escapes in a quoted-string differently, and some decode `%`.
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** C0 and C1 controls, line separators, and bidirectional marks, which make a name appear reversed ("gpj.exe"). */
function isControl(character: string): boolean {
  return /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(character);
}

function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
