import { type Invocation, type Outcome, type Run, textOption, textOptions } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connectToLab } from '../connection/connect.ts';
import { requireFolder, type TiedFolder } from '../store/folder.ts';
import { pathInFolder } from '../store/paths.ts';
import type { Direction } from '../sync/action.ts';
import { describeReport, exitOf } from '../sync/report.ts';
import { runSync } from '../sync/run-sync.ts';
import { describePlan } from '../sync/show-plan.ts';

export const sync: Run = (invocation) => transfer(invocation, 'both');
export const up: Run = (invocation) => transfer(invocation, 'up');
export const down: Run = (invocation) => transfer(invocation, 'down');

async function transfer(invocation: Invocation, direction: Direction): Promise<Outcome> {
  const folder = await requireFolder(invocation.cwd);
  const connection = await connectToLab(invocation);
  if (connection.lab.oclId !== folder.oclId)
    throw new CommandError('usage', `This folder is tied to ${folder.shortname}.`);
  const { options, terminal } = invocation;
  const [dryRun, verbose] = [options['dry-run'] === true, options.verbose === true];
  const report = await runSync(connection, folder, terminal, {
    direction,
    paths: invocation.args.map((path) => pathInFolder(folder, invocation.cwd, path)).filter(Boolean),
    exclude: textOptions(invocation, 'exclude'),
    access: readAccess(textOption(invocation, 'access')) ?? folder.access,
    deletes: options.delete === true,
    keepsBoth: options['keep-both'] === true,
    dryRun,
    foresees: true,
    verbose,
    yes: options.yes === true,
    publishesNamed: options['publish-named'] === true,
    sendsText: options['no-text'] !== true,
  });
  const plan = dryRun ? describePlan(report.plan, connection.lab.shortname, verbose) : '';
  const data = { lab: folder.oclId, ...report };
  return { text: describeReport(report, plan), data, exit: exitOf(report, dryRun) };
}

/** The words of people, and the levels that programs read. */
const accessWords = new Map<string, TiedFolder['access']>([
  ['team', 'team'],
  ['public', 'public'],
  ['everyone', 'public'],
  ['admin', 'team'],
]);

/** Errors: `CommandError` for a value that is none. */
export function readAccess(value: string | undefined): TiedFolder['access'] | undefined {
  const access = accessWords.get(value?.toLowerCase() ?? '');
  if (value === undefined || access) return access;
  throw new CommandError('usage', `--access is team or public, not ${value}.`);
}
