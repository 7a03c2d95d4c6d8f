/** base64url of UTF-8. It needs no escaping, so chat programs keep the link intact. */
export function encodeText(text: string): string {
  const binary = String.fromCodePoint(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** `null`: not a text that `encodeText` wrote. */
export function decodeText(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0));
  } catch {
    return null;
  }
}
