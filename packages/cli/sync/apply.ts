import { join } from 'node:path';
import { LabroomError } from '@labroom/client';
import { TrashEntryDocument } from '@labroom/client/documents';
import { count, formatBytes, openProgress } from '../command-line/progress.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { ownFolder } from '../store/folder.ts';
import { moveFile, PlaceError } from './place-file.ts';
import type { Action } from './plan.ts';
import type { Skipped } from './scan.ts';
import type { SyncState } from './state.ts';
import { download, type Transfer, upload } from './transfer.ts';

const lanes = 6;
/** After so many failures in a row the rest would fail, too. */
const mostFailures = 10;
const pathsPerTrash = 1_000;

/** What became of the paths that needed something. */
export interface SyncReport {
  uploaded: string[];
  downloaded: string[];
  /** Moved to the trash of the lab, because they were deleted here. */
  trashed: string[];
  /** Moved to the trash of the folder, because they were deleted in the lab. */
  removed: string[];
  /** Equal on both sides without a transfer. */
  adopted: number;
  /** Deleted on one side, and kept on the other. */
  kept: Skipped[];
  conflicts: Skipped[];
  /** Encrypted for others than this wallet. */
  locked: string[];
  skipped: Skipped[];
  /** Not published, because they would reveal persons or secrets. */
  named: Skipped[];
  failed: Skipped[];
}

interface Applied extends Transfer {
  state: SyncState;
  terminal: Terminal;
}

type Transferred = Extract<Action, { kind: 'upload' | 'download' }>;

/** Carries out a plan. Every step is recorded when it is done, so an interrupted run continues with the next plan. */
export async function applyPlan(
  context: Applied,
  actions: readonly Action[],
  report: SyncReport,
): Promise<void> {
  const { state, root, terminal } = context;
  const transfers: Transferred[] = [];
  for (const action of actions) {
    if (action.kind === 'adopt') {
      const { path, sha256, local, remote } = action;
      const { did, version, contentHash } = remote;
      state.keep({ path, did, version, contentHash, sha256, stamp: local.stamp });
      report.adopted += 1;
    } else if (action.kind === 'forget') state.forget(action.path);
    else if (action.kind === 'upload' || action.kind === 'download') transfers.push(action);
  }
  await transferAll(context, transfers, report);
  await trash(context, actions, report);
  const trashFolder = `${ownFolder}/trash/${new Date().toISOString().replaceAll(':', '-')}`;
  for (const action of actions) {
    if (action.kind !== 'remove') continue;
    await attempt(report, action.path, async () => {
      await moveFile(root, action.local, `${trashFolder}/${action.path}`);
      state.forget(action.path);
      report.removed.push(action.path);
    });
  }
  if (report.removed.length > 0) terminal.say(`Deleted files are in ${join(root, trashFolder)}.`);
}

async function transferAll(context: Applied, transfers: Transferred[], report: SyncReport): Promise<void> {
  const { state, terminal } = context;
  const total = { files: transfers.length, bytes: transfers.reduce((sum, one) => sum + sizeOf(one), 0) };
  const progress = openProgress(terminal, 'files', total);
  let failuresInARow = 0;
  const waiting = transfers.values();
  const lane = async () => {
    for (const action of waiting) {
      if (failuresInARow >= mostFailures) {
        report.failed.push({ path: action.path, reason: 'not tried, after too many failures' });
        continue;
      }
      const isDone = await attempt(report, action.path, async () => {
        if (action.kind === 'upload') {
          const { isOnTop, ...synced } = await upload(context, action);
          state.keep(synced);
          report.uploaded.push(action.path);
          if (!isOnTop) terminal.say(`${action.path}: another version came in between. The lab has both.`);
        } else {
          state.keep(await download(context, action));
          report.downloaded.push(action.path);
        }
      });
      failuresInARow = isDone ? 0 : failuresInARow + 1;
      progress.add(sizeOf(action));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  progress.end();
  report.uploaded.sort();
  report.downloaded.sort();
}

async function trash(
  { client, lab, state }: Applied,
  actions: readonly Action[],
  report: SyncReport,
): Promise<void> {
  const paths = actions.flatMap((action) => (action.kind === 'trash' ? [action.path] : []));
  for (let start = 0; start < paths.length; start += pathsPerTrash) {
    const some = paths.slice(start, start + pathsPerTrash);
    await attempt(report, some.join(', '), async () => {
      await client.call(TrashEntryDocument, { oclId: lab.oclId, paths: some });
      for (const path of some) state.forget(path);
      report.trashed.push(...some);
    });
  }
}

/** Runs a step of one path; a failure that says something about the path is reported, and the run goes on. */
async function attempt(report: SyncReport, path: string, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (!isFailureOfPath(error)) throw error;
    report.failed.push({ path, reason: error.message });
    return false;
  }
}

function isFailureOfPath(error: unknown): error is Error {
  if (error instanceof LabroomError) return error.code !== 'UNAUTHENTICATED';
  // Of the file system and of the client's cryptography.
  return error instanceof PlaceError || (error instanceof Error && 'code' in error);
}

const sizeOf = (action: Transferred) => (action.kind === 'upload' ? action.local.size : action.remote.size);

/** What a plan will do, for its user to agree to. */
export function describePlan(actions: readonly Action[], shortname: string): string {
  const of = (kind: Action['kind']) => actions.filter((action) => action.kind === kind);
  const bytes = (some: readonly Action[]) =>
    formatBytes((some as Transferred[]).reduce((sum, action) => sum + sizeOf(action), 0));
  const [uploads, downloads] = [of('upload'), of('download')];
  const versions = uploads.filter((action) => action.kind === 'upload' && action.remote).length;
  const lines = [
    uploads.length > 0 &&
      `Upload ${count(uploads.length, 'file')} to ${shortname}, ${versions} of them as new versions (${bytes(uploads)}).`,
    downloads.length > 0 && `Download ${count(downloads.length, 'file')} (${bytes(downloads)}).`,
    of('trash').length > 0 && `Move ${count(of('trash').length, 'file')} to the trash of the lab.`,
    of('remove').length > 0 && `Remove ${count(of('remove').length, 'file')} from this folder.`,
  ];
  return lines.filter(Boolean).join('\n');
}
