import { nameOf, parentOf } from './moves.ts';

/**
 * The name of a zip with these entries: that of the only folder, of the folder in which all of them are, or of the lab.
 * @param keys paths of files, and of folders with a `/` at the end
 */
export function zipName(keys: readonly string[], labShortname: string): string {
  const [only] = keys;
  const folder = keys.length === 1 && only?.endsWith('/') ? only : commonParent(keys);
  return `${folder === '' ? labShortname : nameOf(folder)}.zip`;
}

function commonParent(keys: readonly string[]): string {
  const parents = new Set(keys.map(parentOf));
  const [parent = ''] = parents;
  return parents.size === 1 ? parent : '';
}
