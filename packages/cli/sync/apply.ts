import { join } from 'node:path';
import { LabroomError } from '@labroom/client';
import { MoveEntryDocument, TrashEntryDocument } from '@labroom/client/documents';
import { openProgress } from '../command-line/progress.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { ownFolder } from '../store/folder.ts';
import type { Action, FolderStep } from './action.ts';
import { applyFolders } from './folders.ts';
import { mayPass } from './patiently.ts';
import { moveFile, PlaceError, removeEmptyFolders } from './place-file.ts';
import type { SyncReport } from './report.ts';
import { type LocalFile, stampOf } from './scan.ts';
import type { SyncState } from './state.ts';
import { download, type Transfer, upload } from './transfer.ts';

const lanes = 6;
/** Small new files share their calls (`packages/client/upload/small-files.ts`): as many fill those that are under way. */
const smallLanes = 256;
const mostBytesOfSmall = 65_000;
/** After so many failures of the service in a row the rest would fail, too. A refusal of one path says nothing about the others. */
const mostOutages = 10;
const pathsPerCall = 1_000;

interface Applied extends Transfer {
  state: SyncState;
  terminal: Terminal;
}

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;
type Transferred = Of<'upload' | 'download'>;

/** Carries out a plan. Every step is recorded when it is done, so an interrupted run continues with the next plan. */
export async function applyPlan(
  context: Applied,
  { files, folders }: { files: readonly Action[]; folders: readonly FolderStep[] },
  report: SyncReport,
): Promise<void> {
  const { state } = context;
  const rest = await applyMoves(context, files, report);
  for (const action of rest) {
    if (action.kind === 'adopt') {
      const { path, sha256, local, remote } = action;
      const { did, version, contentHash } = remote;
      state.keep({ path, did, version, contentHash, sha256, stamp: local.stamp });
      report.adopted += 1;
    } else if (action.kind === 'forget') state.forget(action.path);
  }
  await transferAll(context, ofKind(rest, 'upload', 'download'), report);
  await trash(context, ofKind(rest, 'trash'), report);
  await removeHere(context, ofKind(rest, 'remove'), report);
  const attemptOne = (path: string, step: () => Promise<void>) => attempt(report, path, step);
  await applyFolders({ ...context, attempt: attemptOne }, folders, report);
}

const ofKind = <Kind extends Action['kind']>(actions: readonly Action[], ...kinds: Kind[]) =>
  actions.filter((action): action is Of<Kind> => (kinds as string[]).includes(action.kind));

/** Renames on both sides. Returns the other actions, for the files as they are called now; without those of which the move failed. */
async function applyMoves(
  context: Applied,
  actions: readonly Action[],
  report: SyncReport,
): Promise<Action[]> {
  const moves = ofKind(actions, 'moveHere', 'moveThere');
  const moved = new Map<string, LocalFile>();
  await moveThere(context, ofKind(moves, 'moveThere'), moved, report);
  await moveHere(context, ofKind(moves, 'moveHere'), moved, report);
  const open = new Set(moves.map(({ path }) => path).filter((path) => !moved.has(path)));
  return actions
    .filter(({ kind, path }) => kind !== 'moveHere' && kind !== 'moveThere' && !open.has(path))
    .map((action) => {
      const local = moved.get(action.path);
      return local && 'local' in action && action.local ? ({ ...action, local } as Action) : action;
    });
}

async function moveThere(
  { client, lab, state }: Applied,
  moves: readonly Of<'moveThere'>[],
  moved: Map<string, LocalFile>,
  report: SyncReport,
): Promise<void> {
  await inBatches(moves, report, async (some) => {
    const wanted = some.map(({ from, path: to }) => ({ from, to }));
    await client.call(MoveEntryDocument, { oclId: lab.oclId, moves: wanted });
    for (const { from } of some) state.forget(from);
    for (const { from, path, base, local } of some) {
      state.keep(base);
      moved.set(path, local);
      report.movedInLab.push({ from, path });
    }
  });
}

async function moveHere(
  { root, state }: Applied,
  moves: readonly Of<'moveHere'>[],
  moved: Map<string, LocalFile>,
  report: SyncReport,
): Promise<void> {
  for (const { from, path, local, base } of moves)
    await attempt(report, path, async () => {
      const file = await moveFile(root, local, path);
      const stamp = (await stampOf(file))?.stamp ?? local.stamp;
      // A file that was changed here as well keeps a stamp that is not its own.
      const isAsBefore = base.stamp === local.stamp;
      state.forget(from);
      state.keep(isAsBefore ? { ...base, stamp } : base);
      moved.set(path, { ...local, path, file, stamp });
      report.movedHere.push({ from, path });
      await removeEmptyFolders(root, from);
    });
}

async function transferAll(context: Applied, transfers: Transferred[], report: SyncReport): Promise<void> {
  const total = { files: transfers.length, bytes: transfers.reduce((sum, one) => sum + sizeOf(one), 0) };
  const progress = openProgress(context.terminal, total);
  let outagesInARow = 0;
  const isSmall = (action: Transferred) =>
    action.kind === 'upload' && !action.remote && action.local.size <= mostBytesOfSmall;
  const { small = [], other = [] } = Object.groupBy(transfers, (one) => (isSmall(one) ? 'small' : 'other'));
  const lane = async (waiting: Iterable<Transferred>) => {
    for (const action of waiting) {
      if (outagesInARow >= mostOutages) {
        report.failed.push({
          path: action.path,
          reason: 'not tried, after too many failures of the service',
        });
        continue;
      }
      const file = progress.begin(sizeOf(action));
      const result = await attempt(report, action.path, () => transfer(context, action, report, file.set));
      outagesInARow = result === 'outage' ? outagesInARow + 1 : 0;
      file.end();
    }
  };
  const laneOf = (some: Iterable<Transferred>, count: number) =>
    Array.from({ length: count }, () => lane(some));
  await Promise.all([...laneOf(small.values(), smallLanes), ...laneOf(other.values(), lanes)]);
  progress.end();
  report.uploaded.sort();
  report.downloaded.sort();
}

async function transfer(
  context: Applied,
  action: Transferred,
  report: SyncReport,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { state, terminal } = context;
  if (action.kind === 'download') {
    state.keep(await download(context, action, onBytes));
    report.downloaded.push(action.path);
    return;
  }
  const { isOnTop, wasThere, ...synced } = await upload(context, action, onBytes);
  state.keep(synced);
  if (wasThere) report.adopted += 1;
  else report.uploaded.push(action.path);
  if (!isOnTop) terminal.say(`${action.path}: another version came in between. The lab has both.`);
}

async function trash(
  { client, lab, state }: Applied,
  actions: readonly Of<'trash'>[],
  report: SyncReport,
): Promise<void> {
  await inBatches(actions, report, async (some) => {
    const paths = some.map(({ path }) => path);
    await client.call(TrashEntryDocument, { oclId: lab.oclId, paths });
    for (const path of paths) state.forget(path);
    report.trashed.push(...paths);
  });
}

async function removeHere(
  { root, state, terminal }: Applied,
  actions: readonly Of<'remove'>[],
  report: SyncReport,
): Promise<void> {
  const trashFolder = `${ownFolder}/trash/${new Date().toISOString().replaceAll(':', '-')}`;
  for (const { path, local } of actions)
    await attempt(report, path, async () => {
      await moveFile(root, local, `${trashFolder}/${path}`);
      state.forget(path);
      report.removed.push(path);
      await removeEmptyFolders(root, path);
    });
  if (report.removed.length > 0) terminal.say(`Deleted files are in ${join(root, trashFolder)}.`);
}

/** Runs a step for many paths at once. Where it is refused, it is run for halves of them, so that the refusal of one stops no other. */
async function inBatches<T extends { path: string }>(
  items: readonly T[],
  report: SyncReport,
  step: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  const run = async (some: readonly T[]): Promise<void> => {
    const [first] = some;
    if (!first) return;
    const refused: SyncReport['failed'] = [];
    const result = await attempt({ failed: refused }, first.path, () => step(some));
    if (result === 'done') return;
    const reason = refused[0]?.reason ?? '';
    if (some.length === 1 || result === 'outage')
      report.failed.push(...some.map(({ path }) => ({ path, reason })));
    else for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)]) await run(half);
  };
  for (let start = 0; start < items.length; start += pathsPerCall)
    await run(items.slice(start, start + pathsPerCall));
}

/** Runs a step of one path; a failure that says something about the path is reported, and the run goes on. */
async function attempt(
  report: Pick<SyncReport, 'failed'>,
  path: string,
  step: () => Promise<void>,
): Promise<'done' | 'refused' | 'outage'> {
  try {
    await step();
    return 'done';
  } catch (error) {
    if (!isFailureOfPath(error)) throw error;
    report.failed.push({ path, reason: error.message });
    return mayPass(error) ? 'outage' : 'refused';
  }
}

function isFailureOfPath(error: unknown): error is Error {
  if (error instanceof LabroomError) return error.code !== 'UNAUTHENTICATED';
  // Of the file system and of the client's cryptography.
  return error instanceof PlaceError || (error instanceof Error && 'code' in error);
}

const sizeOf = (action: Transferred) => (action.kind === 'upload' ? action.local.size : action.remote.size);
