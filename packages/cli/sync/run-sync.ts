import { stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { describeUnportable } from '@labroom/protocol/portable-names';
import { CommandError } from '../command-line/exit-codes.ts';
import { openProgress } from '../command-line/progress.ts';
import { printable } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { LabConnection } from '../connection/connect.ts';
import { ownFolder, type TiedFolder } from '../store/folder.ts';
import { applyPlan } from './apply.ts';
import {
  confirmDisclosed,
  type Disclosed,
  describeDisclosed,
  findDisclosed,
  publishes,
} from './disclosed.ts';
import { explainUnsafePath, type FileSystem, findCollisions, prefixesOf } from './local-name.ts';
import { moveFile, partNameOf } from './place-file.ts';
import { type Action, type Direction, planSync, type Sides } from './plan.ts';
import { findRefusedPaths } from './refused-paths.ts';
import { listRemote, type RemoteFile } from './remote.ts';
import { emptyReport, type SyncReport } from './report.ts';
import { requireUploads } from './require-uploads.ts';
import { hashFile, type LocalFile, removeParts, type Skipped, scanFolder, stampOf } from './scan.ts';
import { describePlan, plannedSteps } from './show-plan.ts';
import { openState, type SyncState } from './state.ts';

export interface SyncOptions {
  direction: Direction;
  /** Only these files and folders; empty: all. */
  paths: readonly string[];
  /** Who may open the files that are new in the lab. */
  access: TiedFolder['access'];
  /** Carries deletions over to the other side. */
  deletes: boolean;
  /** Keeps both contents where there is a conflict: the local one under another name. */
  keepsBoth: boolean;
  dryRun: boolean;
  /** Asks in a dry run, too, whether the service would refuse the uploads. */
  foresees: boolean;
  /** Lists every step of the plan. */
  verbose: boolean;
  /** Does not ask. */
  yes: boolean;
  /** Publishes also files that reveal persons or secrets. */
  publishesNamed: boolean;
  /** Sends the text of public files for search. */
  sendsText: boolean;
}

const UNREAD = 'whether you may open it could not be read from the chain; try again';

/**
 * Makes a folder and a lab equal. Shows the plan first; in a dry run only the caller shows it. Where both sides changed, neither is
 * touched, unless both shall be kept. Errors: `LabroomError` if the lab cannot be read, or this wallet may not upload; `CommandError`.
 */
export async function runSync(
  { client, lab, session }: LabConnection,
  folder: TiedFolder,
  terminal: Terminal,
  options: SyncOptions,
): Promise<SyncReport> {
  const { root } = folder;
  using state = await openState(root);
  const report = emptyReport();
  const actions = await plan({ client, lab }, folder, { state, terminal }, options, report);
  const disclosed = await findDisclosed(actions, options.access, terminal);
  const revealing = new Set(options.publishesNamed ? [] : disclosed.files.map(({ path }) => path));
  const isAllowed = (action: Action) => !(revealing.has(action.path) && publishes(action, options.access));
  report.plan = plannedSteps(actions.filter(isAllowed), options.access);
  sayPlan(terminal, { actions, report, disclosed, lab, options });
  // A single upload begins with the same check.
  const isBatch = actions.filter(({ kind }) => kind === 'upload').length > 1;
  if (options.dryRun ? options.foresees : isBatch) await requireUploads({ client, lab, session }, actions);
  if (options.dryRun) {
    if (!options.publishesNamed) report.named.push(...disclosed.files);
    return report;
  }
  if (
    report.plan.length > 0 &&
    !options.yes &&
    !(await terminal.confirm('Go on?', 'Add --yes to go on without a question.'))
  )
    throw new CommandError('failed', 'Nothing was changed.');
  const isPublished = revealing.size === 0 || (!options.yes && (await confirmDisclosed(terminal, disclosed)));
  if (!isPublished) report.named.push(...disclosed.files);
  const allowed = isPublished ? actions : actions.filter(isAllowed);
  const settled = options.keepsBoth ? await keepBoth(root, allowed, report) : allowed;
  const { access, sendsText } = options;
  await applyPlan({ client, lab, root, access, sendsText, state, terminal }, settled, report);
  return report;
}

/** Says what the user is asked to agree to. */
function sayPlan(
  terminal: Terminal,
  {
    actions,
    report,
    disclosed,
    lab,
    options,
  }: {
    actions: readonly Action[];
    report: SyncReport;
    disclosed: Disclosed;
    lab: LabConnection['lab'];
    options: SyncOptions;
  },
): void {
  if (!options.dryRun)
    for (const { path, reason } of report.conflicts) terminal.say(printable(`Conflict: ${path} (${reason})`));
  for (const line of describeDisclosed(disclosed)) terminal.say(line);
  const uploads = actions.filter(({ kind }) => kind === 'upload');
  const unportable = describeUnportable(uploads.map(({ path }) => path));
  if (unportable) terminal.say(printable(unportable));
  const shown = options.dryRun ? '' : describePlan(report.plan, lab.shortname, options.verbose);
  if (shown) terminal.say(shown);
  if (options.sendsText && uploads.some((action) => publishes(action, options.access)))
    terminal.say('The text of public files is sent for search. --no-text leaves it out.');
}

async function plan(
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

/** Turns conflicts into steps that lose no content. */
async function keepBoth(root: string, actions: readonly Action[], report: SyncReport): Promise<Action[]> {
  const settled: Action[] = [];
  for (const action of actions) {
    if (action.kind !== 'conflict') {
      settled.push(action);
      continue;
    }
    const { path, local, sha256, remote } = action;
    // Not yours to open, or named differently on both sides.
    if ((remote && remote.sha256 === null) || (!local && !remote)) continue;
    report.conflicts = report.conflicts.filter((conflict) => conflict.path !== path);
    if (local && sha256) {
      const to = remote ? besideName(path, sha256) : path;
      const file = remote ? await moveFile(root, local, to) : local.file;
      const moved = await stampedAs(local, to, file);
      settled.push({ kind: 'upload', path: to, local: moved, sha256, remote: null });
    }
    if (remote) settled.push({ kind: 'download', path: remote.path, remote, local: null });
  }
  return settled;
}

/** `a/b.csv` → `a/b (conflict 1f2e3d4c).csv`. The hash makes the name the same for the same content. */
function besideName(path: string, sha256: string): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)} (conflict ${sha256.slice(0, 8)})${extension}`;
}

async function stampedAs(local: LocalFile, path: string, file: string): Promise<LocalFile> {
  return { ...local, path, file, ...(await stampOf(file)) };
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
