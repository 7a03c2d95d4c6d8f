import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-line/exit-codes.ts';
import { openProgress } from '../command-line/progress.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { LabConnection } from '../connection/connect.ts';
import { ownFolder, type TiedFolder } from '../store/folder.ts';
import type { Action, Sides } from './action.ts';
import { explainUnsafePath, type FileSystem, findCollisions, prefixesOf } from './local-name.ts';
import { partNameOf } from './place-file.ts';
import { planSync } from './plan.ts';
import type { Skipped } from './read-folder.ts';
import { findRefusedPaths } from './refused-paths.ts';
import { listRemote, type RemoteFile } from './remote.ts';
import type { SyncReport } from './report.ts';
import { hashFile, type LocalFile, removeParts, scanFolder } from './scan.ts';
import type { SyncState } from './state.ts';
import type { SyncOptions } from './sync-options.ts';

const UNREAD = 'whether you may open it could not be read from the chain; try again';

/**
 * Reads both sides, and plans what makes them equal. What is left out, or stays as it is, goes into the report.
 * Errors: `LabroomError` if the lab cannot be read; `CommandError` for a path that neither side has.
 */
export async function makePlan(
  { client, lab }: Pick<LabConnection, 'client' | 'lab'>,
  { root }: TiedFolder,
  { state, terminal }: { state: SyncState; terminal: Terminal },
  { direction, paths, deletes, access }: SyncOptions,
  report: SyncReport,
): Promise<Action[]> {
  const fileSystem = await fileSystemOf(root);
  const synced = new Set([...state.files.keys()].flatMap(prefixesOf));
  const [scan, remote] = await Promise.all([
    scanFolder(root, fileSystem, {
      wanted: (path, isFolder) =>
        isAmong(path, paths) || (isFolder && paths.some((wanted) => wanted.startsWith(`${path}/`))),
      isSynced: (path) => synced.has(path),
    }),
    listRemote(client, lab.oclId),
  ]);
  const wantedRemote = only(remote, paths);
  const unsafe = unsafePaths(wantedRemote, fileSystem);
  report.skipped.push(...scan.skipped, ...unsafe.values());
  report.ignored.push(...scan.ignored);
  report.failed.push(...scan.unread);
  requireKnown(paths, [...scan.files.keys(), ...scan.blocked, ...wantedRemote.keys(), ...state.files.keys()]);

  const blocked = new Set([...unsafe.keys(), ...scan.blocked]);
  const sides = {
    local: without(scan.files, blocked),
    remote: without(wantedRemote, blocked),
    base: without(only(state.files, paths), blocked),
  };
  const hashOf = openHashing(sides, terminal);
  const planned = await planSync({ ...sides, hashOf: hashOf.file }, direction);
  hashOf.end();
  const allowed = withoutRefused(withoutSecrets(planned, { remote, access }, report), remote, report);
  await removeParts(scan.parts, partsOf(root, allowed));
  noteUnchanged(allowed, deletes, report);
  return deletes ? allowed : allowed.filter(({ kind }) => kind !== 'trash' && kind !== 'remove');
}

function requireKnown(paths: readonly string[], known: readonly string[]): void {
  for (const path of paths)
    if (!known.some((one) => isAmong(one, [path])))
      throw new CommandError('usage', `There is no ${path}, neither here nor in the lab.`);
}

/** Adds to the report what a plan leaves as it is. */
function noteUnchanged(actions: readonly Action[], deletes: boolean, report: SyncReport): void {
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
