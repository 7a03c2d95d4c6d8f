/**
 * Reads the path behind `/agreements/` as the key of a stored agreement, `<oclId>/agreements/<id>.json`. Gives `null`
 * for anything else: only such a key is ever put into a URL of the storage.
 */
export function parseAgreementKey(segments: readonly string[]): string | null {
  const key = segments.join('/');
  return /^0x[0-9a-f]{64}\/agreements\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/.test(key)
    ? key
    : null;
}

/** Where everybody can read the document, as the `agreementUrl` of the API says. */
export function agreementUrl(storageUrl: string, key: string): string {
  return `${storageUrl.replace(/\/+$/, '')}/storage/public/${key}`;
}

/**
 * Whether a key is that of a document with this SHA-256 (hex). Its id is the beginning of the hash as a UUID of version
 * 8, so that a document cannot be exchanged behind its key.
 */
export function isKeyOf(key: string, sha256: string): boolean {
  const id = key.slice(-'00000000-0000-0000-0000-000000000000.json'.length, -'.json'.length);
  const [first, second, third, fourth, last] = id.split('-');
  // Six bits of a UUID say what kind it is.
  const variant = ((Number.parseInt(sha256.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return (
    first === sha256.slice(0, 8) &&
    second === sha256.slice(8, 12) &&
    third === `8${sha256.slice(13, 16)}` &&
    fourth === `${variant}${sha256.slice(18, 20)}` &&
    last === sha256.slice(20, 32)
  );
}
