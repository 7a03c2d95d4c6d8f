import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CommandError } from './exit-codes.ts';
import type { TiedFolder } from './store/folder.ts';

/** Path in the data room of a local path as it was typed; empty for the folder itself. @throws CommandError outside of the folder */
export function pathInFolder({ root }: Pick<TiedFolder, 'root'>, cwd: string, typed: string): string {
  const path = relative(root, resolve(cwd, typed)).split(sep).join('/').normalize('NFC');
  if (path === '..' || path.startsWith('../') || isAbsolute(path))
    throw new CommandError('usage', `${typed} is outside of ${root}.`);
  return path;
}

/** Path in the data room: as a local path within a tied folder, as it is elsewhere. */
export function pathOfLab(folder: TiedFolder | null, cwd: string, typed: string): string {
  return folder ? pathInFolder(folder, cwd, typed) : typed.normalize('NFC').replace(/(?<!\/)\/+$/, '');
}
