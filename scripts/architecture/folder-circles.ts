import type { ImportGraph } from './import-graph.ts';

/** Imports between the folders of one parent: names by the name of the importing folder. */
type FolderGraph = Map<string, Set<string>>;

/** Stands for the files that lie in the parent itself. */
const ownFiles = '*';

/**
 * Circles of imports between the folders of one parent, at every level, as `parent: folder folder …`. Types, re-exports and
 * dynamic imports count. The files of the parent itself count as one folder, `*`. Tests are left out. Each of `packages/` is a
 * folder of the root.
 */
export function findFolderCircles(graph: ImportGraph): string[] {
  const circles = [...folderGraphs(graph)].flatMap(([parent, folders]) =>
    findCircles(folders).map((circle) => `${parent}: ${circle.sort().join(' ')}`),
  );
  return circles.sort();
}

function folderGraphs(graph: ImportGraph): Map<string, FolderGraph> {
  const byParent = new Map<string, FolderGraph>();
  for (const [file, targets] of graph) {
    if (isTest(file)) continue;
    for (const target of targets) {
      if (isTest(target)) continue;
      const [parent, from, to] = siblingsOf(foldersOf(file), foldersOf(target));
      if (from === to) continue;
      const folders = byParent.get(parent) ?? new Map<string, Set<string>>();
      byParent.set(parent, folders.set(from, (folders.get(from) ?? new Set()).add(to)));
    }
  }
  return byParent;
}

/** Tests and what only tests import may reach across all folders. */
export const isTest = (file: string) => /\.(test|suite|fixture)\.tsx?$/.test(file);

function foldersOf(file: string): string[] {
  const folders = file.split('/').slice(0, -1);
  return folders[0] === 'packages' ? [folders.slice(0, 2).join('/'), ...folders.slice(2)] : folders;
}

/** The nearest folder that holds both, and the names in it of the two folders that lead to them. */
function siblingsOf(a: readonly string[], b: readonly string[]): [parent: string, from: string, to: string] {
  const different = a.findIndex((folder, index) => folder !== b[index]);
  const depth = different < 0 ? a.length : different;
  return [a.slice(0, depth).join('/') || '.', a[depth] ?? ownFiles, b[depth] ?? ownFiles];
}

/** The largest sets of more than one folder in which each reaches each other one (Tarjan). */
function findCircles(folders: FolderGraph): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(folder: string): number {
    const number = order.size;
    order.set(folder, number);
    lowest.set(folder, number);
    open.push(folder);
    for (const target of folders.get(folder) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target) : null) : visit(target);
      lowest.set(folder, Math.min(lowest.get(folder) ?? number, reached ?? number));
    }
    const low = lowest.get(folder) ?? number;
    if (low === number) {
      const circle = open.splice(open.indexOf(folder));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  }

  for (const folder of folders.keys()) if (!order.has(folder)) visit(folder);
  return circles;
}
