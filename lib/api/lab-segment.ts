/** The lab segment of a URL. */
export type LabReference = { oclId: string } | { shortname: string };

/**
 * Parses the `[lab]` segment of a URL: an oclId in any case, or a shortname. Returns `null` for a value that is
 * neither.
 */
export function parseLabSegment(segment: string): LabReference | null {
  const text = decode(segment)?.trim();
  if (!text) return null;
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { oclId: text.toLowerCase() };
  return text.length <= 200 && !text.includes('/') ? { shortname: text } : null;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
