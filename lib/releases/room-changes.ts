/** A file of a data room at one moment. */
export interface ComparedFile {
  did: string;
  path: string;
  version: number;
  accessLevel: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string | null;
}

/** What happened to a file between two moments. */
export interface RoomChange {
  did: string;
  former: ComparedFile | null;
  later: ComparedFile | null;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'access' | 'encrypted';

/** Files that differ between two moments, by path. Files are the same if their DIDs are. */
export function compareRooms(former: readonly ComparedFile[], later: readonly ComparedFile[]): RoomChange[] {
  const before = new Map(former.map((file) => [file.did, file]));
  const after = new Map(later.map((file) => [file.did, file]));
  const dids = new Set([...before.keys(), ...after.keys()]);
  return [...dids]
    .map((did) => ({ did, former: before.get(did) ?? null, later: after.get(did) ?? null }))
    .filter((change) => kindsOf(change).length > 0)
    .sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
}

/** What changed about a file; empty if nothing did. */
export function kindsOf({ former, later }: RoomChange): ChangeKind[] {
  if (!former) return ['added'];
  if (!later) return ['removed'];
  const isSameVersion = former.version === later.version;
  const kinds: [ChangeKind, boolean][] = [
    ['changed', !isSameVersion],
    ['moved', former.path !== later.path],
    ['access', former.accessLevel !== later.accessLevel],
    // One version has other bytes only if its content was encrypted anew.
    ['encrypted', isSameVersion && former.contentHash !== later.contentHash],
  ];
  return kinds.flatMap(([kind, applies]) => (applies ? [kind] : []));
}

const pathOf = ({ former, later }: RoomChange) => later?.path ?? former?.path ?? '';
