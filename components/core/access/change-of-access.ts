/** How a new version changes who can open a file; `null` if it stays public or stays secret. */
export function changeOfAccess(from: string, to: string): 'becomesPublic' | 'becomesSecret' | null {
  const wasPublic = from === 'PUBLIC';
  const isPublic = to === 'PUBLIC';
  if (wasPublic === isPublic) return null;
  return wasPublic ? 'becomesSecret' : 'becomesPublic';
}

export const becomesPublic = 'This file is encrypted. The new version would be public.';

/** Names the earlier versions that stay public after a file became secret. */
export function staysPublic(versions: readonly number[]): string {
  const which = versions.length === 1 ? `Version ${versions[0]} stays` : `Versions ${listed(versions)} stay`;
  return `${which} public: anyone can open ${versions.length === 1 ? 'it' : 'them'}.`;
}

/** `1`, `1 and 2`, `1 to 3`, `1, 2 and 4`. */
function listed(versions: readonly number[]): string {
  const first = versions[0] ?? 0;
  const last = versions.at(-1) ?? first;
  if (versions.length > 2 && last - first === versions.length - 1) return `${first} to ${last}`;
  return `${versions.slice(0, -1).join(', ')} and ${last}`;
}
