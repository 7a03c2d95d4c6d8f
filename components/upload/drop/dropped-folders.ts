import type { DroppedFile } from '../../core/drop/dropped-files.ts';

/** A folder of a drop, whose files can have access of their own. */
export interface DroppedFolder {
  /** Path within the drop, with a `/` at the end. */
  prefix: string;
  name: string;
  fileCount: number;
}

/**
 * The folders on the first level of a drop that has more than one entry. A drop of one folder with two inside has those two;
 * a drop without a choice to make has none.
 */
export function foldersOfDrop(dropped: readonly Pick<DroppedFile, 'path'>[]): DroppedFolder[] {
  const parents = dropped.map(({ path }) => path.split('/').slice(0, -1));
  const [first = []] = parents;
  const differs = first.findIndex((name, depth) => parents.some((parent) => parent[depth] !== name));
  const depth = differs === -1 ? first.length : differs;
  const folders = new Map<string, DroppedFolder>();
  let beside = 0;
  for (const parent of parents) {
    const name = parent[depth];
    if (name === undefined) {
      beside += 1;
      continue;
    }
    const prefix = `${parent.slice(0, depth + 1).join('/')}/`;
    const fileCount = (folders.get(prefix)?.fileCount ?? 0) + 1;
    folders.set(prefix, { prefix, name, fileCount });
  }
  return folders.size + Math.min(beside, 1) > 1 ? [...folders.values()] : [];
}
