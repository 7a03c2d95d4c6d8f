/**
 * What a new version changes about who can read, in a sentence, from the access level of the newest version to that of the
 * one to come. Earlier versions stay as they are (decisions.md, "Files").
 */
export function changeOfAccess(from: string, to: string): string | null {
  const wasPublic = from === 'PUBLIC';
  const willBePublic = to === 'PUBLIC';
  if (wasPublic === willBePublic) return null;
  return wasPublic
    ? 'It is public now, and stays public as an earlier version. To take it away, delete it before this upload.'
    : 'It is secret now; the new version would be public.';
}
