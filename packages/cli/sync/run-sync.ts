import { extname } from 'node:path';
import { describeUnportable } from '@labroom/protocol/portable-names';
import { CommandError } from '../command-line/exit-codes.ts';
import { printable } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { LabConnection } from '../connection/connect.ts';
import { openFileReader } from '../reading/file-reader.ts';
import type { TiedFolder } from '../store/folder.ts';
import type { Action } from './action.ts';
import { applyPlan } from './apply.ts';
import {
  confirmDisclosed,
  type Disclosed,
  describeDisclosed,
  findDisclosed,
  publishes,
} from './disclosed.ts';
import { makePlan } from './make-plan.ts';
import { moveFile } from './place-file.ts';
import { emptyReport, type SyncReport } from './report.ts';
import { requireUploads } from './require-uploads.ts';
import { type LocalFile, stampOf } from './scan.ts';
import { describePlan, plannedFolders, plannedSteps } from './show-plan.ts';
import { openState } from './state.ts';
import type { SyncOptions } from './sync-options.ts';

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
  const { actions, folders, present } = await makePlan(
    { client, lab },
    folder,
    { state, terminal },
    options,
    report,
  );
  await using reader = openFileReader();
  const disclosed = await findDisclosed(actions, options.access, { terminal, reader });
  const revealing = new Set(options.publishesNamed ? [] : disclosed.files.map(({ path }) => path));
  const isAllowed = (action: Action) => !(revealing.has(action.path) && publishes(action, options.access));
  report.plan = [...plannedSteps(actions.filter(isAllowed), options.access), ...plannedFolders(folders)];
  sayPlan(terminal, { actions, present, report, disclosed, lab, options });
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
  const texts = options.sendsText ? reader : null;
  await applyPlan(
    { client, lab, root, access: options.access, reader: texts, state, terminal },
    { files: settled, folders },
    report,
  );
  return report;
}

/** Says what the user is asked to agree to. */
function sayPlan(
  terminal: Terminal,
  {
    actions,
    present,
    report,
    disclosed,
    lab,
    options,
  }: {
    actions: readonly Action[];
    present: readonly string[];
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
  const uploaded = uploads.map(({ path }) => path);
  const unportable = describeUnportable(uploaded, present);
  if (unportable) terminal.say(printable(unportable));
  const shown = options.dryRun ? '' : describePlan(report.plan, lab.shortname, options.verbose);
  if (shown) terminal.say(shown);
  if (options.sendsText && uploads.some((action) => publishes(action, options.access)))
    terminal.say('The text of public files is sent for search. --no-text leaves it out.');
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
