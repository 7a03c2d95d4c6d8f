import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateFolderDocument, EmptyFoldersDocument, TrashEntryDocument } from '@labroom/client/documents';
import type { LabConnection } from '../connection/connect.ts';
import type { Action, Direction, FolderStep } from './action.ts';
import { prefixesOf } from './local-name.ts';
import { makeFolder, PlaceError, removeEmptyFolders } from './place-file.ts';
import type { SyncReport } from './report.ts';
import type { SyncState } from './state.ts';

interface FolderSides {
  /** Folders without entries here. */
  local: ReadonlySet<string>;
  /** Folders without files in the lab. */
  remote: ReadonlySet<string>;
  /** Folders without files of both sides at the last run. */
  base: ReadonlySet<string>;
  /** All folders that are here. */
  here: ReadonlySet<string>;
  /** All folders that the lab will have when its files are where they shall be. */
  there: ReadonlySet<string>;
}

/**
 * Compares the folders without files of both sides with those of the last run. A folder that one side made is made on the other; one that
 * is gone from a side stays on the other, unless deletions are carried over.
 */
export function planFolders(
  { local, remote, base, here, there }: FolderSides,
  direction: Direction,
): FolderStep[] {
  const paths = [...new Set([...local, ...remote, ...base])].sort();
  const steps = paths.flatMap((path): FolderStep[] => {
    const isKnown = base.has(path);
    if (local.has(path) && remote.has(path)) return isKnown ? [] : [{ kind: 'adopt', path }];
    if (local.has(path) && !there.has(path)) {
      if (direction === 'down') return [];
      return [{ kind: isKnown && direction === 'both' ? 'remove' : 'makeThere', path }];
    }
    if (remote.has(path) && !here.has(path)) {
      if (direction === 'up') return [];
      return [{ kind: isKnown && direction === 'both' ? 'trash' : 'makeHere', path }];
    }
    return isKnown ? [{ kind: 'forget', path }] : [];
  });
  // An inner folder goes before the one around it.
  const isGoing = ({ kind }: FolderStep) => kind === 'trash' || kind === 'remove';
  return [...steps.filter((step) => !isGoing(step)), ...steps.filter(isGoing).reverse()];
}

/** Every folder above some paths, each with `/` at its end. */
function foldersAbove(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) for (const prefix of prefixesOf(path).slice(0, -1)) folders.add(`${prefix}/`);
  return folders;
}

/** The folders that the lab has when a plan was carried out: those of its files, and above those without. */
export function foldersThere(
  files: Iterable<string>,
  empty: ReadonlySet<string>,
  actions: readonly Action[],
): Set<string> {
  const paths = new Set(files);
  for (const action of actions) {
    if (action.kind === 'moveThere') paths.delete(action.from);
    if (action.kind === 'trash') paths.delete(action.path);
  }
  for (const { kind, path } of actions) if (kind === 'moveThere' || kind === 'upload') paths.add(path);
  return new Set([...foldersAbove([...paths, ...empty]), ...empty]);
}

interface Applied extends Pick<LabConnection, 'client' | 'lab'> {
  root: string;
  state: SyncState;
  /** Runs a step of one path; a failure of the path is reported. */
  attempt(path: string, step: () => Promise<void>): Promise<unknown>;
}

/** Carries out the steps of a plan for folders, after those for files. */
export async function applyFolders(
  { client, lab, root, state, attempt }: Applied,
  steps: readonly FolderStep[],
  report: SyncReport,
): Promise<void> {
  const { oclId } = lab;
  for (const { kind, path } of steps) {
    const name = path.slice(0, -1);
    if (kind === 'adopt') state.keepFolder(path);
    else if (kind === 'forget') state.forgetFolder(path);
    else
      await attempt(path, async () => {
        if (kind === 'makeThere') {
          await client.call(CreateFolderDocument, { oclId, path: name });
          report.foldersInLab.push(path);
        } else if (kind === 'makeHere') {
          await makeFolder(root, name);
          report.foldersHere.push(path);
        } else if (kind === 'remove') {
          await removeFolder(root, path);
          report.removed.push(path);
        } else {
          await requireEmptyThere({ client, oclId }, path);
          await client.call(TrashEntryDocument, { oclId, paths: [name] });
          report.trashed.push(path);
        }
        if (kind === 'makeThere' || kind === 'makeHere') state.keepFolder(path);
        else state.forgetFolder(path);
      });
  }
}

/** Removes a folder only if nothing is in it. */
async function removeFolder(root: string, path: string): Promise<void> {
  await rmdir(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    throw error.code === 'ENOTEMPTY'
      ? new PlaceError(`${path} has entries that are not transferred.`)
      : error;
  });
  await removeEmptyFolders(root, path.slice(0, -1));
}

/** Somebody may have put files into it since the plan was made: they shall not go with it. */
async function requireEmptyThere(
  { client, oclId }: { client: Applied['client']; oclId: string },
  path: string,
): Promise<void> {
  const { labWithDataRoomAndFiles: lab } = await client.call(EmptyFoldersDocument, { oclId });
  if (!lab?.dataRoom.emptyFolders.includes(path)) throw new PlaceError(`${path} was changed meanwhile.`);
}
