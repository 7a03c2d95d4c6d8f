import { claimOf, type NameKind } from '@labroom/protocol/name-claim';

const most = 20_000;
const known = new Map<string, boolean>();

/**
 * Whether a stored name reads as one that was checked (`claimOf`). Names are judged when they are written, so this is true of
 * those from before a rule. The newest answers are kept, because lists have many names.
 */
export function claimsMore(name: string, kind: NameKind): boolean {
  const key = `${kind} ${name}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [oldest] = known.keys();
  if (known.size >= most && oldest !== undefined) known.delete(oldest);
  const claims = claimOf(name, kind) !== null;
  known.set(key, claims);
  return claims;
}
