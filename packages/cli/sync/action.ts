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
  /** The file has another path in the lab than at the last run. */
  | { kind: 'moveHere'; path: string; from: string; local: LocalFile; base: SyncedFile; accessLevel: string }
  /** The file has another path here than at the last run. */
  | { kind: 'moveThere'; path: string; from: string; local: LocalFile; base: SyncedFile; accessLevel: string }
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
  | { kind: 'unread'; path: string; needs: 'download' | 'comparison' }
  /** A file of the folder that cannot be read. */
  | { kind: 'unreadable'; path: string; reason: string };

/** What happens to a folder without files. Its path ends with `/`. */
export interface FolderStep {
  kind: 'makeThere' | 'makeHere' | 'trash' | 'remove' | 'adopt' | 'forget';
  path: string;
}

/** Which way files go. `up` and `down` also bring back what was deleted on the other side. */
export type Direction = 'both' | 'up' | 'down';

export interface Sides {
  local: ReadonlyMap<string, LocalFile>;
  remote: ReadonlyMap<string, RemoteFile>;
  /** What both sides were at the last run. */
  base: ReadonlyMap<string, SyncedFile>;
}
