import { compareNames } from '#lib/data-room/list-view.ts';
import { foldersOf, parentOf } from '#lib/data-room/moves.ts';

/** Folders that a folder shows at first, and each time more are asked for. */
export const SHOWN_AT_ONCE = 100;

interface TreePlace {
  key: string;
  /** From 1, the root. */
  level: number;
  /** From 1, among the rows of the same parent. */
  position: number;
  /** Number of rows with the same parent. */
  count: number;
}

export interface FolderRow extends TreePlace {
  kind: 'folder';
  /** `''` is the root. */
  path: string;
  /** `undefined` without folders inside. */
  isExpanded: boolean | undefined;
}

interface MoreRow extends TreePlace {
  kind: 'more';
  /** The folder whose other folders are not shown. */
  path: string;
  hidden: number;
}

export type TreeRow = FolderRow | MoreRow;

export type FoldersByParent = ReadonlyMap<string, readonly string[]>;

/** Expanded folders, each with the number of folders that it shows. */
export type Expanded = ReadonlyMap<string, number>;

/** The folders of these paths by the folder that they are in, in the order of their names. */
export function foldersByParent(paths: readonly string[]): FoldersByParent {
  const folders = Map.groupBy(foldersOf(paths), parentFolder);
  for (const siblings of folders.values()) siblings.sort(compareNames);
  return folders;
}

/** The folder that contains a folder. */
export const parentFolder = (path: string) => parentOf(path).slice(0, -1);

/** Expands the folders above `path`, and the root. */
export function withAncestors(expanded: Expanded, path: string): Expanded {
  const next = new Map(expanded);
  let folder = path;
  do {
    folder = parentFolder(folder);
    if (!next.has(folder)) next.set(folder, SHOWN_AT_ONCE);
  } while (folder !== '');
  return next;
}

/**
 * The rows of the tree from top to bottom. A folder shows a limited number of its folders, and always the one that leads to
 * `current`.
 */
export function treeRows(folders: FoldersByParent, expanded: Expanded, current: string): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (path: string, place: Omit<TreePlace, 'key'>) => {
    const inside = folders.get(path) ?? [];
    const limit = expanded.get(path);
    const isExpanded = inside.length > 0 ? limit !== undefined : undefined;
    rows.push({ kind: 'folder', key: `${path}/`, path, isExpanded, ...place });
    if (limit === undefined) return;
    const shown = inside.filter((folder, index) => index < limit || `${current}/`.startsWith(`${folder}/`));
    const hidden = inside.length - shown.length;
    const below = { level: place.level + 1, count: shown.length + (hidden > 0 ? 1 : 0) };
    for (const [index, folder] of shown.entries()) add(folder, { ...below, position: index + 1 });
    if (hidden > 0)
      rows.push({ kind: 'more', key: `${path}//`, path, hidden, ...below, position: below.count });
  };
  add('', { level: 1, position: 1, count: 1 });
  return rows;
}
