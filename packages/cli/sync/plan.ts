import type { Action, Direction, Sides } from './action.ts';
import { isFileSystemError } from './read-folder.ts';
import type { RemoteFile } from './remote.ts';
import { alignRenames } from './renames.ts';
import type { LocalFile } from './scan.ts';
import type { SyncedFile } from './state.ts';

/**
 * Compares both sides with what they were at the last run. A side whose content is as it was takes over the change of the
 * other; where both changed there is a conflict, unless the contents are equal. Reads the content of files whose stamp changed.
 * A renamed file is recognized, in the lab by its DID and here by its hash, and moves on the other side.
 */
export async function planSync(
  sides: Sides & { hashOf(file: LocalFile): Promise<string> },
  direction: Direction,
): Promise<Action[]> {
  const { hashes, unreadable } = await hashAll(sides);
  // Of a file that cannot be read nothing is known: it is neither gone nor renamed.
  const unknown = new Set(unreadable.map(({ path }) => path));
  const known = <T>(side: ReadonlyMap<string, T>) =>
    new Map([...side].filter(([path]) => !unknown.has(path)));
  const readable = { local: known(sides.local), remote: known(sides.remote), base: known(sides.base) };
  const aligned = alignRenames(readable, hashes, direction);
  const moves = new Map(aligned.moves.map((move) => [move.path, move]));
  const paths = [...new Set([...aligned.local.keys(), ...aligned.remote.keys(), ...aligned.base.keys()])];
  const actions: Action[] = [];
  for (const path of paths.sort()) {
    const here = aligned.local.get(path) ?? null;
    const [there, before] = [aligned.remote.get(path) ?? null, aligned.base.get(path)];
    const sha256 = here && (hashes.get(here) ?? null);
    const action = decide({ path, here, sha256, there, before }, direction);
    if (!action || !isWanted(action, direction)) continue;
    const move = moves.get(path);
    if (move && action.kind === 'conflict') {
      moves.delete(path);
      const reason = `${action.reason}; in the lab it is ${path}`;
      actions.push({ ...action, path: move.from, reason });
    } else actions.push(action);
  }
  return [...unreadable, ...aligned.conflicts, ...moves.values(), ...actions];
}

/** SHA-256 of each file; of one that is as it was at the last run without reading it. */
async function hashAll({ local, base, hashOf }: Sides & { hashOf(file: LocalFile): Promise<string> }) {
  const hashes = new Map<LocalFile, string>();
  const unreadable: Extract<Action, { kind: 'unreadable' }>[] = [];
  for (const [path, file] of local) {
    const before = base.get(path);
    try {
      hashes.set(file, before?.stamp === file.stamp ? before.sha256 : await hashOf(file));
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      unreadable.push({ kind: 'unreadable', path, reason: `cannot be read (${error.code})` });
    }
  }
  return { hashes, unreadable };
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
