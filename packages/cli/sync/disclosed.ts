import { count } from '../command-line/progress.ts';
import { printable } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { FileReader } from '../reading/file-reader.ts';
import type { Action } from './action.ts';
import type { Skipped } from './read-folder.ts';
import type { LocalFile } from './scan.ts';

type Access = 'team' | 'public';

/** Files of a plan that would become public and reveal persons or secrets, or could not be looked into. */
export interface Disclosed {
  files: Skipped[];
  /** Files that were not looked into completely, e.g. because they are very large. */
  unchecked: Skipped[];
}

/** Whether the content of a local file would become public by an action. A conflict may become an upload of a new file. */
export function publishes(action: Action, access: Access): action is Action & { local: LocalFile } {
  if (action.kind !== 'upload' && action.kind !== 'conflict') return false;
  if (!action.local) return false;
  if (action.kind === 'conflict') return access === 'public';
  return action.remote ? action.remote.accessLevel === 'PUBLIC' : access === 'public';
}

/** Reads the headers of all files that would become public. A file that cannot be read does not pass as harmless. */
export async function findDisclosed(
  actions: readonly Action[],
  access: Access,
  { terminal, reader }: { terminal: Terminal; reader: Pick<FileReader, 'disclosures'> },
): Promise<Disclosed> {
  const wanted = actions.filter((action) => publishes(action, access));
  const disclosed: Disclosed = { files: [], unchecked: [] };
  for (const [index, { path, local }] of wanted.entries()) {
    terminal.progress(`Looking for names, places and keys: ${index + 1} of ${count(wanted.length, 'file')}`);
    const { found, unchecked } = await reader.disclosures(local.file, path);
    const reason = printable(found.map((one) => one.reason).join('; '));
    if (reason) disclosed.files.push({ path, reason });
    if (unchecked) disclosed.unchecked.push({ path, reason: unchecked });
  }
  terminal.progress();
  return disclosed;
}

/** The lines of the plan. */
export function describeDisclosed({ files, unchecked }: Disclosed): string[] {
  return [
    ...files.map(({ path, reason }) => `Would reveal: ${path} (${reason})`),
    ...unchecked.map(({ path, reason }) => `Not looked into completely: ${path} (${reason})`),
  ];
}

/** Asks whether to publish the named files anyway. Throws `usage` if nobody can answer. */
export const confirmDisclosed = (terminal: Terminal, { files }: Disclosed) =>
  terminal.confirm(
    `Publish ${files.length === 1 ? 'this file' : `these ${files.length} files`} anyway?`,
    'With --yes they are left out, and with --publish-named published.',
  );
