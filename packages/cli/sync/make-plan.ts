import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createExcluding } from '@labroom/protocol/litter';
import { CommandError } from '../command-line/exit-codes.ts';
import { openProgress } from '../command-line/progress.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { LabConnection } from '../connection/connect.ts';
import { ownFolder, type TiedFolder } from '../store/folder.ts';
import type { Action, FolderStep, Sides } from './action.ts';
import { foldersThere, planFolders } from './folders.ts';
import { explainUnsafePath, type FileSystem, findCollisions, prefixesOf } from './local-name.ts';
import { partNameOf } from './place-file.ts';
import { planSync } from './plan.ts';
import type { Skipped } from './read-folder.ts';
import { findRefusedPaths } from './refused-paths.ts';
import { listRoom, type RemoteFile } from './remote.ts';
import type { SyncReport } from './report.ts';
import { hashFile, type LocalFile, removeParts, scanFolder } from './scan.ts';
import type { SyncState } from './state.ts';
import type { SyncOptions } from './sync-options.ts';

interface Plan {
  actions: Action[];
  folders: FolderStep[];
  /** The paths of all files of the lab. */
  present: string[];
}

const UNREAD = 'whether you may open it could not be read from the chain; try again';

/**
 * Reads both sides, and plans what makes them equal. What is left out, or stays as it is, goes into the report.
 * Errors: `LabroomError` if the lab cannot be read; `CommandError` for a path that neither side has.
 */
export async function makePlan(
  { client, lab }: Pick<LabConnection, 'client' | 'lab'>,
  { root }: TiedFolder,
  { state, terminal }: { state: SyncState; terminal: Terminal },
  { direction, paths, deletes, access, exclude }: SyncOptions,
  report: SyncReport,
): Promise<Plan> {
  const fileSystem = await fileSystemOf(root);
  const synced = new Set([...state.files.keys()].flatMap(prefixesOf));
  const excluding = openExcluding(exclude, report);
  const [scan, { files: remote, emptyFolders }] = await Promise.all([
    scanFolder(root, fileSystem, {
      wanted: (path, isFolder) =>
        (isAmong(path, paths) || (isFolder && paths.some((wanted) => wanted.startsWith(`${path}/`)))) &&
        !excluding.leavesOut(isFolder ? `${path}/` : path),
      isSynced: (path) => synced.has(path),
    }),
    listRoom(client, lab.oclId),
  ]);
  const wantedRemote = excluding.rest(only(remote, paths));
  const unsafe = unsafePaths(wantedRemote, fileSystem);
  report.skipped.push(...scan.skipped, ...unsafe.values());
  report.ignored.push(...scan.ignored);
  report.failed.push(...scan.unread);
  requireKnown(paths, [
    ...[...scan.files.keys(), ...scan.blocked, ...remote.keys(), ...state.files.keys()],
    ...[...scan.folders.keys(), ...emptyFolders].map((path) => path.slice(0, -1)),
  ]);

  const blocked = new Set([...unsafe.keys(), ...scan.blocked]);
  const sides = {
    local: without(scan.files, blocked),
    remote: without(wantedRemote, blocked),
    base: without(excluding.rest(only(state.files, paths)), blocked),
  };
  const hashOf = openHashing(sides, terminal);
  const planned = await planSync({ ...sides, hashOf: hashOf.file }, direction);
  hashOf.end();
  const allowed = withoutRefused(withoutSecrets(planned, { remote, access }, report), remote, report);
  await removeParts(scan.parts, partsOf(root, allowed));
  const isWanted = (path: string) => isAmong(path.slice(0, -1), paths) && !excluding.leavesOut(path);
  const folders = planFolders(
    {
      local: new Set(
        [...scan.folders].filter(([path, isEmpty]) => isEmpty && isWanted(path)).map(([path]) => path),
      ),
      remote: safeFolders(emptyFolders.filter(isWanted), fileSystem, report),
      base: new Set([...state.folders].filter(isWanted)),
      here: new Set([...scan.folders.keys(), ...[...scan.blocked].map((path) => `${path}/`)]),
      there: foldersThere(remote.keys(), new Set(emptyFolders), deletes ? allowed : allowed.filter(isKept)),
    },
    direction,
  );
  noteUnchanged([...allowed, ...folders], deletes, report);
  const present = [...remote.keys()];
  return deletes
    ? { actions: allowed, folders, present }
    : { actions: allowed.filter(isKept), folders: folders.filter(isKept), present };
}

const isKept = ({ kind }: Action | FolderStep) => kind !== 'trash' && kind !== 'remove';

/** Leaves out what the patterns of `--exclude` name, on both sides, and lists it once. */
function openExcluding(patterns: readonly string[], report: SyncReport) {
  const isExcluded = createExcluding(patterns);
  const listed = new Set<string>();
  const leavesOut = (path: string) => {
    if (patterns.length === 0 || !isExcluded(path)) return false;
    if (!prefixesOf(path).some((prefix) => listed.has(prefix) || listed.has(`${prefix}/`)))
      report.ignored.push({ path, reason: 'is named by --exclude' });
    listed.add(path);
    return true;
  };
  const rest = <T>(files: ReadonlyMap<string, T>) => new Map([...files].filter(([path]) => !leavesOut(path)));
  return { leavesOut, rest };
}

/** Folders of the lab that may be folders here. */
function safeFolders(paths: readonly string[], fileSystem: FileSystem, report: SyncReport): Set<string> {
  return new Set(
    paths.filter((path) => {
      const reason = explainUnsafePath(path.slice(0, -1), fileSystem);
      if (reason) report.skipped.push({ path, reason });
      return reason === null;
    }),
  );
}

function requireKnown(paths: readonly string[], known: readonly string[]): void {
  for (const path of paths)
    if (!known.some((one) => isAmong(one, [path])))
      throw new CommandError('usage', `There is no ${path}, neither here nor in the lab.`);
}

/** Adds to the report what a plan leaves as it is. */
function noteUnchanged(
  actions: readonly (Action | FolderStep)[],
  deletes: boolean,
  report: SyncReport,
): void {
  for (const action of actions) {
    const { kind, path } = action;
    if (kind === 'conflict') report.conflicts.push({ path, reason: action.reason });
    else if (kind === 'locked') report.locked.push(path);
    else if (kind === 'unread') report.failed.push({ path, reason: UNREAD });
    else if (kind === 'unreadable') report.failed.push({ path, reason: action.reason });
    else if (!deletes && kind === 'trash') report.kept.push({ path, reason: 'deleted here' });
    else if (!deletes && kind === 'remove') report.kept.push({ path, reason: 'deleted in the lab' });
  }
}

/** Hashes files with a bar that counts the bytes of those that must be read. */
function openHashing({ local, base }: Pick<Sides, 'local' | 'base'>, terminal: Terminal) {
  const changed = [...local.values()].filter(({ path, stamp }) => base.get(path)?.stamp !== stamp);
  const bytes = changed.reduce((sum, { size }) => sum + size, 0);
  const progress = openProgress(terminal, { files: changed.length, bytes }, { verb: 'files compared' });
  return {
    async file({ file, size }: LocalFile): Promise<string> {
      const one = progress.begin(size);
      const hash = await hashFile(file, one.set);
      one.end();
      return hash;
    },
    end: progress.end,
  };
}

/** Where unfinished downloads are that the plan continues. */
function partsOf(root: string, actions: readonly Action[]): Set<string> {
  return new Set(
    actions.flatMap((action) => {
      if (action.kind !== 'download' || action.remote.sha256 === null) return [];
      const file = action.local?.file ?? join(root, ...action.path.split('/'));
      return [join(dirname(file), partNameOf(action.path, action.remote.sha256))];
    }),
  );
}

/** Leaves out new files with names that the service refuses. */
function withoutRefused(
  actions: readonly Action[],
  remote: ReadonlyMap<string, RemoteFile>,
  report: SyncReport,
): Action[] {
  const added = actions.flatMap((action) =>
    action.kind === 'upload' && !action.remote ? [action.path] : [],
  );
  const refused = findRefusedPaths(added, remote.keys());
  report.skipped.push(...refused);
  const paths = new Set(refused.map(({ path }) => path));
  return actions.filter(({ path }) => !paths.has(path));
}

/** Leaves out files that would become public with the content of an encrypted file of the lab. */
function withoutSecrets(
  actions: readonly Action[],
  { remote, access }: { remote: ReadonlyMap<string, RemoteFile>; access: SyncOptions['access'] },
  report: SyncReport,
): Action[] {
  if (access !== 'public') return [...actions];
  const secret = new Map(
    [...remote.values()].flatMap(({ path, accessLevel, sha256 }) =>
      accessLevel === 'PUBLIC' || sha256 === null ? [] : [[sha256, path] as const],
    ),
  );
  return actions.filter((action) => {
    if (action.kind !== 'upload' || action.remote || action.local.size === 0) return true;
    const same = secret.get(action.sha256);
    if (same === undefined) return true;
    report.skipped.push({ path: action.path, reason: `has the content of ${same}, which is encrypted` });
    return false;
  });
}

/** Paths of the lab that may not become files here. */
function unsafePaths(remote: ReadonlyMap<string, RemoteFile>, fileSystem: FileSystem): Map<string, Skipped> {
  const unsafe = new Map<string, Skipped>();
  for (const path of remote.keys()) {
    const reason = explainUnsafePath(path, fileSystem);
    if (reason) unsafe.set(path, { path, reason });
  }
  const safe = [...remote.keys()].filter((path) => !unsafe.has(path));
  for (const [path, reason] of findCollisions(safe, fileSystem)) unsafe.set(path, { path, reason });
  return unsafe;
}

/** Whether the file system tells `.labroom` and `.LABROOM` apart. */
async function fileSystemOf(root: string): Promise<FileSystem> {
  const isSame = await stat(join(root, ownFolder.toUpperCase())).then(
    () => true,
    () => false,
  );
  return { isCaseSensitive: !isSame, isWindows: process.platform === 'win32' };
}

const isAmong = (path: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((wanted) => path === wanted || path.startsWith(`${wanted}/`));

const only = <T>(files: ReadonlyMap<string, T>, paths: readonly string[]) =>
  new Map([...files].filter(([path]) => isAmong(path, paths)));

/** Without paths, and what is below them: a link in the place of a folder says nothing about the files of the folder. */
const without = <T>(files: ReadonlyMap<string, T>, left: ReadonlySet<string>) =>
  new Map([...files].filter(([path]) => !prefixesOf(path).some((prefix) => left.has(prefix))));
