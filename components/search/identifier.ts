/** The SHA-256 in a text, lowercase hex: the digits alone or with the prefix of stored bytes or of a plaintext. */
export function sha256Of(text: string): string | null {
  return /^(?:sha256[:-])?([0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}

/** An address, lowercase. */
export function addressOf(text: string): string | null {
  return /^0x[0-9a-f]{40}$/i.test(text.trim()) ? text.trim().toLowerCase() : null;
}

/** Whether a text names one thing, so that similar words are no results. */
export function isIdentifier(text: string): boolean {
  const isLongHex = /^0x[0-9a-f]{64}$/i.test(text.trim());
  return isLongHex || addressOf(text) !== null || sha256Of(text) !== null || /^did:\S+$/i.test(text.trim());
}
