import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { describeUnportable } from '@labroom/protocol/portable-names';
import { CommandError } from '../command-line/exit-codes.ts';
import { count } from '../command-line/progress.ts';
import { printable } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { LabConnection } from '../connection/connect.ts';
import { openFileReader } from '../reading/file-reader.ts';
import { ownFolder, type TiedFolder } from '../store/folder.ts';
import { applyPlan, describePlan, type SyncReport } from './apply.ts';
import { confirmDisclosed, describeDisclosed, findDisclosed, publishes } from './disclosed.ts';
import { explainUnsafePath, type FileSystem, findCollisions, prefixesOf } from './local-name.ts';
import { moveFile } from './place-file.ts';
import { type Action, type Direction, planSync } from './plan.ts';
import { listRemote, type RemoteFile } from './remote.ts';
import { requireUploads } from './require-uploads.ts';
import { hashFile, type LocalFile, removeParts, type Skipped, scanFolder, stampOf } from './scan.ts';
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
  /** Does not ask. */
  yes: boolean;
  /** Publishes also files that reveal persons or secrets. */
  publishesNamed: boolean;
  /** Sends the text of public files for search. */
  sendsText: boolean;
}

const UNREAD = 'whether you may open it could not be read from the chain; try again';

/**
 * Makes a folder and a lab equal. Shows the plan first. Where both sides changed, neither is touched, unless both shall be kept.
 * Errors: `LabroomError` if the lab cannot
 * be read, or this wallet may not upload; `CommandError`.
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
  const actions = await plan({ client, lab }, root, state, options, report);
  const shown = describePlan(actions, lab.shortname);
  await using reader = openFileReader();
  const disclosed = await findDisclosed(actions, options.access, { terminal, reader });
  for (const { path, reason } of report.conflicts) terminal.say(`Conflict: ${path} (${reason})`);
  for (const line of describeDisclosed(disclosed)) terminal.say(line);
  const unportable = describeUnportable(
    actions.flatMap(({ kind, path }) => (kind === 'upload' ? [path] : [])),
  );
  if (unportable) terminal.say(printable(unportable));
  if (shown) terminal.say(shown);
  if (
    options.sendsText &&
    actions.some((action) => action.kind === 'upload' && publishes(action, options.access))
  )
    terminal.say('The text of public files is sent for search. --no-text leaves it out.');
  // A single upload begins with the same check.
  const isBatch = actions.filter(({ kind }) => kind === 'upload').length > 1;
  if (isBatch || options.dryRun) await requireUploads({ client, lab, session }, actions);
  if (options.dryRun) {
    if (!options.publishesNamed) report.named.push(...disclosed.files);
    return report;
  }
  if (shown && !options.yes && !(await terminal.confirm('Go on?', 'Add --yes to go on without a question.')))
    throw new CommandError('failed', 'Nothing was changed.');
  const isPublished =
    disclosed.files.length === 0 ||
    options.publishesNamed ||
    (!options.yes && (await confirmDisclosed(terminal, disclosed)));
  const kept = new Set(isPublished ? [] : disclosed.files.map(({ path }) => path));
  if (!isPublished) report.named.push(...disclosed.files);
  const allowed = actions.filter((action) => !(kept.has(action.path) && publishes(action, options.access)));
  const settled = options.keepsBoth ? await keepBoth(root, allowed, report) : allowed;
  const texts = options.sendsText ? reader : null;
  await applyPlan(
    { client, lab, root, access: options.access, reader: texts, state, terminal },
    settled,
    report,
  );
  return report;
}

async function plan(
  { client, lab }: Pick<LabConnection, 'client' | 'lab'>,
  root: string,
  state: SyncState,
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
  await removeParts(scan.parts);
  const wantedRemote = only(remote, paths);
  const unsafe = unsafePaths(wantedRemote, fileSystem);
  report.skipped.push(...scan.skipped, ...unsafe.values());
  for (const path of paths)
    if (
      ![...scan.files.keys(), ...wantedRemote.keys(), ...state.files.keys()].some((known) =>
        isAmong(known, [path]),
      )
    )
      throw new CommandError('usage', `There is no ${path}, neither here nor in the lab.`);

  const blocked = new Set([...unsafe.keys(), ...scan.skipped.map(({ path }) => path)]);
  const sides = {
    local: without(scan.files, blocked),
    remote: without(wantedRemote, blocked),
    base: without(only(state.files, paths), blocked),
    hashOf: ({ file }: LocalFile) => hashFile(file),
  };
  const actions = withoutSecrets(await planSync(sides, direction), { remote, access }, report);
  for (const action of actions) {
    const { kind, path } = action;
    if (kind === 'conflict') report.conflicts.push({ path, reason: action.reason });
    else if (kind === 'locked') report.locked.push(path);
    else if (kind === 'unread') report.failed.push({ path, reason: UNREAD });
    else if (!deletes && kind === 'trash') report.kept.push({ path, reason: 'deleted here' });
    else if (!deletes && kind === 'remove') report.kept.push({ path, reason: 'deleted in the lab' });
  }
  return deletes ? actions : actions.filter(({ kind }) => kind !== 'trash' && kind !== 'remove');
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
    if (remote && remote.sha256 === null) continue;
    report.conflicts = report.conflicts.filter((conflict) => conflict.path !== path);
    if (local && sha256) {
      const to = remote ? besideName(path, sha256) : path;
      const file = remote ? await moveFile(root, local, to) : local.file;
      const moved = await stampedAs(local, to, file);
      settled.push({ kind: 'upload', path: to, local: moved, sha256, remote: null });
    }
    if (remote) settled.push({ kind: 'download', path, remote, local: null });
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

const emptyReport = (): SyncReport => ({
  uploaded: [],
  downloaded: [],
  trashed: [],
  removed: [],
  adopted: 0,
  kept: [],
  conflicts: [],
  locked: [],
  skipped: [],
  named: [],
  failed: [],
});

/** The report in sentences; `Nothing to do.` if it is empty. */
export function describeReport(report: SyncReport): string {
  const { uploaded, downloaded, trashed, removed, adopted, kept, conflicts, locked, skipped, named, failed } =
    report;
  const listed = (what: string, items: readonly (Skipped | string)[]) =>
    items.map((item) =>
      typeof item === 'string' ? `${what}: ${item}` : `${what}: ${item.path} (${item.reason})`,
    );
  const lines = [
    uploaded.length > 0 && `Uploaded ${count(uploaded.length, 'file')}.`,
    downloaded.length > 0 && `Downloaded ${count(downloaded.length, 'file')}.`,
    trashed.length > 0 && `Moved ${count(trashed.length, 'file')} to the trash of the lab.`,
    removed.length > 0 && `Removed ${count(removed.length, 'file')} here.`,
    adopted > 0 && `${count(adopted, 'file')} were equal already.`,
    ...listed('Kept', kept),
    ...listed('Not yours to open', locked),
    ...listed('Left out', skipped),
    ...listed('Not published', named),
    named.length > 0 &&
      `${count(named.length, 'file')} would reveal persons or secrets. Upload for the team, or publish with --publish-named.`,
    ...listed('Conflict', conflicts),
    ...listed('Failed', failed),
  ].filter(Boolean);
  return lines.length > 0 ? lines.join('\n') : 'Nothing to do.';
}
