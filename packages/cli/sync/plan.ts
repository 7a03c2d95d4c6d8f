import type { RemoteFile } from './remote.ts';
import type { LocalFile } from './scan.ts';
import type { SyncedFile } from './state.ts';

/** What happens to one path. */
export type Action =
  /** A new file of the lab, or with `remote` a new version of that file. */
  | { kind: 'upload'; path: string; local: LocalFile; sha256: string; remote: RemoteFile | null }
  | { kind: 'download'; path: string; remote: RemoteFile; local: LocalFile | null }
  /** Both sides are equal already; only the record is missing. */
  | { kind: 'adopt'; path: string; local: LocalFile; sha256: string; remote: RemoteFile }
  | { kind: 'forget'; path: string }
  | { kind: 'trash'; path: string; remote: RemoteFile }
  | { kind: 'remove'; path: string; local: LocalFile }
  | {
      kind: 'conflict';
      path: string;
      reason: string;
      local: LocalFile | null;
      sha256: string | null;
      remote: RemoteFile | null;
    }
  /** Needs a download, but this wallet may not open it. */
  | { kind: 'locked'; path: string }
  /** Needs a download, or to be compared with what is here, but whether this wallet may open it is not known now. */
  | { kind: 'unread'; path: string; needs: 'download' | 'comparison' };

/** Which way files go. `up` and `down` also bring back what was deleted on the other side. */
export type Direction = 'both' | 'up' | 'down';

interface Sides {
  local: ReadonlyMap<string, LocalFile>;
  remote: ReadonlyMap<string, RemoteFile>;
  /** What both sides were at the last run. */
  base: ReadonlyMap<string, SyncedFile>;
  /** SHA-256 of the content of a file. */
  hashOf(file: LocalFile): Promise<string>;
}

/**
 * Compares both sides with what they were at the last run. A side whose content is as it was takes over the change of the
 * other; where both changed there is a conflict, unless the contents are equal. Reads the content of files whose stamp changed.
 */
export async function planSync(sides: Sides, direction: Direction): Promise<Action[]> {
  const { local, remote, base } = sides;
  const paths = [...new Set([...local.keys(), ...remote.keys(), ...base.keys()])].sort();
  const actions: Action[] = [];
  for (const path of paths) {
    const [here, there, before] = [local.get(path) ?? null, remote.get(path) ?? null, base.get(path)];
    const sha256 = here && (before?.stamp === here.stamp ? before.sha256 : await sides.hashOf(here));
    const action = decide({ path, here, sha256, there, before }, direction);
    if (action && isWanted(action, direction)) actions.push(action);
  }
  return actions;
}

interface PathState {
  path: string;
  here: LocalFile | null;
  sha256: string | null;
  there: RemoteFile | null;
  before: SyncedFile | undefined;
}

function decide({ path, here, sha256, there, before }: PathState, direction: Direction): Action | null {
  const conflict = (reason: string): Action => ({
    kind: 'conflict',
    path,
    reason,
    local: here,
    sha256,
    remote: there,
  });
  const download = (remote: RemoteFile): Action => {
    if (remote.canRead === null) return { kind: 'unread', path, needs: 'download' };
    return remote.sha256 === null
      ? { kind: 'locked', path }
      : { kind: 'download', path, remote, local: here };
  };

  if (here && sha256 && there) {
    const upload: Action = { kind: 'upload', path, local: here, sha256, remote: there };
    if (there.sha256 === sha256) {
      const isRecorded = before && !isChangedThere(before, there) && before.stamp === here.stamp;
      return isRecorded ? null : { kind: 'adopt', path, local: here, sha256, remote: there };
    }
    const isChangedHere = before?.sha256 !== sha256;
    // Its content may be the same.
    if (there.canRead === null && isChangedHere && (!before || isChangedThere(before, there)))
      return { kind: 'unread', path, needs: 'comparison' };
    if (before && !isChangedThere(before, there)) return isChangedHere ? upload : null;
    return isChangedHere
      ? conflict(before ? 'changed here and there' : 'differs here and there')
      : download(there);
  }
  if (here && sha256) {
    const upload: Action = { kind: 'upload', path, local: here, sha256, remote: null };
    if (!before || direction === 'up') return upload;
    return before.sha256 === sha256
      ? { kind: 'remove', path, local: here }
      : conflict('changed here, deleted there');
  }
  if (there) {
    if (!before || direction === 'down') return download(there);
    return isChangedThere(before, there)
      ? conflict('deleted here, changed there')
      : { kind: 'trash', path, remote: there };
  }
  return { kind: 'forget', path };
}

function isChangedThere(before: SyncedFile, there: RemoteFile): boolean {
  return (
    before.did !== there.did ||
    before.version !== there.version ||
    before.contentHash !== there.contentHash ||
    (there.sha256 !== null && there.sha256 !== before.sha256)
  );
}

function isWanted(action: Action, direction: Direction): boolean {
  const { kind } = action;
  if (direction === 'up' && kind === 'unread') return action.needs === 'comparison';
  if (direction === 'up')
    return kind !== 'download' && kind !== 'locked' && kind !== 'remove' && kind !== 'trash';
  if (direction === 'down') return kind !== 'upload' && kind !== 'trash' && kind !== 'remove';
  return true;
}
