import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ImportGraph, importGraph, readSpecifiers } from './import-graph.ts';

/**
 * What one must be ready to read to follow a file: the file and all that it imports, types and dynamic imports included. Of another
 * workspace (`contracts`, each of `packages`), the imported files count, and what is behind them does not.
 */
export function importClosure(graph: ImportGraph, file: string): Set<string> {
  const closure = new Set([file]);
  for (const reached of closure) {
    if (workspaceOf(reached) !== workspaceOf(file)) continue;
    for (const target of graph.get(reached) ?? []) closure.add(target);
  }
  return closure;
}

/** The folder of the package that a file is in; `''` is the rest, which is one program. */
function workspaceOf(file: string): string {
  return /^(contracts|packages\/[^/]+)\//.exec(file)?.[1] ?? '';
}

/** Lines that people wrote in these files; those of generated files are left out. */
export async function countLines(root: string, files: Iterable<string>): Promise<number> {
  const texts = [...files]
    .filter((file) => !file.includes('.generated.'))
    .map((file) => readFile(path.join(root, file), 'utf8'));
  return (await Promise.all(texts)).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/** The files of a closure by the lines that would leave it without them, with all that only they import; the most first. */
async function weights(root: string, graph: ImportGraph, file: string): Promise<[string, number][]> {
  const all = importClosure(graph, file);
  const without = (left: string) =>
    importClosure(new Map([...graph].map(([from, to]) => [from, to.filter((one) => one !== left)])), file);
  const found: [string, number][] = [];
  for (const left of [...all].filter((one) => one !== file)) {
    const stay = without(left);
    const gone = [...all].filter((one) => !stay.has(one));
    found.push([left, await countLines(root, gone)]);
  }
  return found.toSorted(([, one], [, other]) => other - one);
}

/** The files that the size of a closure is judged by: three use cases, a paid call, and a page. */
const judged = [
  'service/operations/labs/create-lab.ts',
  'service/operations/entries/trash-entry.ts',
  'service/operations/keys/decrypt-data-key.ts',
  'packages/payments/sale/handle-paid-call.ts',
  'app/labs/[lab]/files/[[...path]]/page.tsx',
];

/** Files that `--weights` lists. */
const heaviest = 20;

/** Prints lines and files of the closures of the files given as arguments, or of the judged ones; with `--weights` the heaviest of each. */
async function main(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const graph = importGraph(await readSpecifiers(root));
  const { values, positionals } = parseArgs({
    options: { weights: { type: 'boolean' } },
    allowPositionals: true,
  });
  const named = positionals.map((file) => path.relative(root, path.resolve(file)));
  let sum = 0;
  for (const file of named.length > 0 ? named : judged) {
    if (!graph.has(file)) throw new Error(`${file} is no source file of this project.`);
    const closure = importClosure(graph, file);
    const lines = await countLines(root, closure);
    sum += lines;
    console.log(`${String(lines).padStart(7)} lines ${String(closure.size).padStart(5)} files  ${file}`);
    for (const [one, own] of values.weights ? (await weights(root, graph, file)).slice(0, heaviest) : [])
      console.log(`${String(own).padStart(13)}  ${one}`);
  }
  console.log(`${String(sum).padStart(7)} lines in all`);
}

if (import.meta.main) await main();
