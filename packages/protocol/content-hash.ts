/** SHA-256 of stored bytes: `sha256:` and 64 hex digits. */
export function storedHash(hex: string): string {
  return `sha256:${hex}`;
}

/** SHA-256 of the plaintext of an encrypted file: `sha256-` and 64 hex digits. */
export function plaintextHash(hex: string): string {
  return `sha256-${hex}`;
}

/** Whether a value has the format of `plaintextHash`, in lowercase. */
export function isPlaintextHash(value: string): boolean {
  return /^sha256-[0-9a-f]{64}$/.test(value);
}

export interface ContentHash {
  of: 'stored bytes' | 'plaintext';
  /** Lowercase. */
  hex: string;
}

/** Parses a hash of either format, in any case; `null` for any other value. */
export function parseContentHash(value: string): ContentHash | null {
  const [, mark, hex] = /^sha256([:-])([0-9a-f]{64})$/i.exec(value) ?? [];
  return hex ? { of: mark === ':' ? 'stored bytes' : 'plaintext', hex: hex.toLowerCase() } : null;
}
