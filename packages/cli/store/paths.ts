import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { withoutLeadingSlash } from '@labroom/protocol/file-path';
import { CommandError } from '../command-line/exit-codes.ts';
import type { TiedFolder } from './folder.ts';

/** Path in the data room of a local path as it was typed; empty for the folder itself. @throws CommandError outside of the folder */
export function pathInFolder({ root }: Pick<TiedFolder, 'root'>, cwd: string, typed: string): string {
  const path = relative(root, resolve(cwd, typed)).split(sep).join('/').normalize('NFC');
  if (path === '..' || path.startsWith('../') || isAbsolute(path))
    throw new CommandError('usage', `${typed} is outside of ${root}.`);
  return path;
}

/**
 * Path in the data room: as a local path within a tied folder, as it is elsewhere. A slash before it changes nothing; in a tied
 * folder that is so where nothing on this machine has this path. @throws CommandError outside of the folder
 */
export function pathOfLab(folder: Pick<TiedFolder, 'root'> | null, cwd: string, typed: string): string {
  const asItIs = () => withoutLeadingSlash(typed.normalize('NFC')).replace(/(?<!\/)\/+$/, '');
  if (!folder) return asItIs();
  try {
    return pathInFolder(folder, cwd, typed);
  } catch (error) {
    if (!typed.startsWith('/') || existsSync(typed)) throw error;
    return asItIs();
  }
}
