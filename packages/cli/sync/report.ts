import type { ExitCode } from '../command-line/exit-codes.ts';
import { count } from '../command-line/progress.ts';
import type { Skipped } from './read-folder.ts';
import type { PlannedStep } from './show-plan.ts';

/** A file that got another path. */
interface Moved {
  from: string;
  path: string;
}

/** What became of the paths that needed something. */
export interface SyncReport {
  /** What was to be done, in order. */
  plan: PlannedStep[];
  uploaded: string[];
  downloaded: string[];
  /** Renamed in the lab, because they were renamed here. */
  movedInLab: Moved[];
  /** Renamed here, because they were renamed in the lab. */
  movedHere: Moved[];
  /** Folders without files, made in the lab. */
  foldersInLab: string[];
  /** Folders without files, made here. */
  foldersHere: string[];
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
  /** Litter, and what an ignore file or `--exclude` names: left out as wanted. */
  ignored: Skipped[];
  /** Left out, because they can be no files of the other side. */
  skipped: Skipped[];
  /** Not published, because they would reveal persons or secrets. */
  named: Skipped[];
  failed: Skipped[];
}

export const emptyReport = (): SyncReport => ({
  plan: [],
  uploaded: [],
  downloaded: [],
  movedInLab: [],
  movedHere: [],
  foldersInLab: [],
  foldersHere: [],
  trashed: [],
  removed: [],
  adopted: 0,
  kept: [],
  conflicts: [],
  locked: [],
  ignored: [],
  skipped: [],
  named: [],
  failed: [],
});

/** The exit code of a run. It is `done` only if both sides have everything that they should. */
export function exitOf(report: SyncReport, dryRun: boolean): ExitCode {
  const { failed, named, conflicts, skipped, locked } = report;
  if (failed.length > 0 || (named.length > 0 && !dryRun)) return 'failed';
  if (conflicts.length > 0) return 'conflict';
  return skipped.length > 0 || locked.length > 0 ? 'incomplete' : 'done';
}

/** The report in sentences, after the plan of a dry run; `Nothing to do.` if both are empty. */
export function describeReport(report: SyncReport, plan: string): string {
  const { adopted, named } = report;
  const done: [number: number, text: string, what?: string][] = [
    [report.uploaded.length, 'Uploaded {}.'],
    [report.downloaded.length, 'Downloaded {}.'],
    [report.movedInLab.length, 'Renamed {} in the lab.'],
    [report.movedHere.length, 'Renamed {} here.'],
    [report.trashed.length, 'Moved {} to the trash of the lab.'],
    [report.removed.length, 'Removed {} here.'],
    [report.foldersInLab.length, 'Created {} in the lab.', 'folder'],
    [report.foldersHere.length, 'Created {} here.', 'folder'],
    [adopted, `{} ${adopted === 1 ? 'was' : 'were'} equal already.`],
  ];
  const lines = [
    plan,
    ...done
      .filter(([number]) => number > 0)
      .map(([number, text, what = 'file']) => text.replace('{}', count(number, what))),
    ...listed('Kept', report.kept),
    ...report.locked.map((path) => `Not yours to open: ${path}`),
    ...listed('Left out', report.skipped),
    ...listed('Not published', named),
    named.length > 0 &&
      `${count(named.length, 'file')} would reveal persons or secrets. Upload for the team, or publish with --publish-named.`,
    ...listed('Conflict', report.conflicts),
    ...listed('Failed', report.failed),
  ].filter(Boolean);
  const said = lines.length > 0 ? lines : ['Nothing to do.'];
  return [...said, ...describeIgnored(report.ignored)].join('\n');
}

const mostIgnored = 5;

function describeIgnored(ignored: readonly Skipped[]): string[] {
  if (ignored.length === 0) return [];
  const more = ignored.length > mostIgnored ? ` and ${ignored.length - mostIgnored} more` : '';
  const named = ignored.slice(0, mostIgnored).map(({ path }) => path);
  return [`Litter, or named by an ignore file or --exclude: ${named.join(', ')}${more}`];
}

const listed = (what: string, items: readonly Skipped[]) =>
  items.map(({ path, reason }) => `${what}: ${path} (${reason})`);
