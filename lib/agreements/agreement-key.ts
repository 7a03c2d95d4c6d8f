/**
 * Parses the path behind `/agreements/` as the key of a stored agreement, `<oclId>/agreements/<id>.json`. Returns
 * `null` for anything else: only such a key may be put into a storage URL.
 */
export function parseAgreementKey(segments: readonly string[]): string | null {
  const key = segments.join('/');
  return /^0x[0-9a-f]{64}\/agreements\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/.test(key)
    ? key
    : null;
}

/** Public URL of the document, equal to `agreementUrl` of the API. */
export function agreementUrl(storageUrl: string, key: string): string {
  return `${storageUrl.replace(/(?<!\/)\/+$/, '')}/storage/public/${key}`;
}

/**
 * Whether a key belongs to a document with this SHA-256 (hex). The id is a version 8 UUID made from the start of the
 * hash, so a document cannot be replaced behind its key.
 */
export function isKeyOf(key: string, sha256: string): boolean {
  const id = key.slice(-'00000000-0000-0000-0000-000000000000.json'.length, -'.json'.length);
  const [first, second, third, fourth, last] = id.split('-');
  // Six bits of a UUID hold version and variant.
  const variant = ((Number.parseInt(sha256.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return (
    first === sha256.slice(0, 8) &&
    second === sha256.slice(8, 12) &&
    third === `8${sha256.slice(13, 16)}` &&
    fourth === `${variant}${sha256.slice(18, 20)}` &&
    last === sha256.slice(20, 32)
  );
}
