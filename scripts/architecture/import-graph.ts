import { glob, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { readWorkspaces, resolveModule } from './workspaces.ts';

/** Imports by the path of the importing file. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const notSources = new Set(['node_modules', '.git', '.next', '.node', '.labroom', 'artifacts', 'cache']);

/** What every TypeScript file below `root` imports, as it is written, by the path of the file. */
export async function readSpecifiers(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files: string[] = [];
  const exclude = (name: string) => notSources.has(posix.basename(name));
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root, exclude })) files.push(file);
  const read = new Map<string, string[]>();
  for (const file of files.sort())
    read.set(file, specifiersOf(file, await readFile(posix.join(root, file), 'utf8')));
  return read;
}

/** Imports of values and of types, static and dynamic, between these files. */
export function importGraph(specifiers: ReadonlyMap<string, readonly string[]>): ImportGraph {
  const workspaces = readWorkspaces();
  const graph = new Map<string, string[]>();
  for (const [file, ofFile] of specifiers) {
    const targets = ofFile.flatMap((specifier) => resolveModule(workspaces, file, specifier) ?? []);
    graph.set(
      file,
      [...new Set(targets)].filter((target) => specifiers.has(target)),
    );
  }
  return graph;
}

/** What a module imports, statically, dynamically or for its types. */
export function specifiersOf(file: string, source: string): string[] {
  const { staticImports, staticExports } = parseSync(file, source).module;
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported];
  // `import('…')` as an expression, and as a type, which the parser does not list.
  const dynamic = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) => specifier);
  return [...requests.map((request) => request?.value), ...dynamic].filter((value) => value !== undefined);
}

/** The files of one import cycle in order, with the first one repeated at the end; `null` without a cycle. */
export function findCircle(graph: ImportGraph): string[] | null {
  const finished = new Set<string>();
  const path: string[] = [];

  function visit(file: string): string[] | null {
    if (finished.has(file)) return null;
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    path.push(file);
    for (const target of graph.get(file) ?? []) {
      const circle = visit(target);
      if (circle) return circle;
    }
    path.pop();
    finished.add(file);
    return null;
  }

  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}
