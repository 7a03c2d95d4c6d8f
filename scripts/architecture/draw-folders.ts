import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isTest } from './folder-circles.ts';
import { type ImportGraph, importGraph, readSpecifiers } from './import-graph.ts';

/** The page with the drawing, between the marks that `replaceDrawing` looks for. */
export const drawnPage = 'docs/architecture.md';

/** Folders of `components/` that are layers of their own; all others are features. */
const componentLayers = new Set(['core', 'preview', 'ui']);

/** What a file is drawn as: `group/name`. `null` for what only developers run, and for files beside the folders. */
function boxOf(file: string): string | null {
  const [first = '', second = '', third] = file.split('/');
  if (first === 'packages') return `packages/${second}`;
  if (first === 'contracts') return 'packages/contracts';
  if (first === 'service') return third === undefined ? null : `service/${second}`;
  if (first === 'components') return `web app/${componentLayers.has(second) ? second : 'features'}`;
  return ['app', 'web', 'lib'].includes(first) && second !== '' ? `web app/${first}` : null;
}

/**
 * The folders of the product as a Mermaid drawing of the imports between them, types included. An arrow is left out where others
 * lead the same way.
 */
export function drawFolders(graph: ImportGraph): string {
  const reached = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = boxOf(file);
    if (from === null || isTest(file)) continue;
    const to = reached.get(from) ?? new Set<string>();
    for (const box of targets.filter((target) => !isTest(target)).map(boxOf))
      if (box !== null && box !== from) to.add(box);
    reached.set(from, to);
  }
  const boxes = [...reached.keys()].sort();
  const arrows = boxes.flatMap((from) =>
    [...shortest(reached, from)].sort().map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
  );
  const groups = Object.entries(Object.groupBy(boxes, (box) => box.split('/')[0] ?? ''));
  return [
    'flowchart TD',
    ...groups.flatMap(([group, inGroup = []]) => [
      `  subgraph ${idOf(group)}["${group}"]`,
      ...inGroup.map((box) => `    ${idOf(box)}["${box.slice(group.length + 1)}"]`),
      '  end',
    ]),
    ...arrows,
  ].join('\n');
}

/** The boxes that one imports, without those that it reaches through another one too. The graph has no circles. */
function shortest(reached: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const direct = reached.get(from) ?? new Set<string>();
  const behind = new Set([...direct].flatMap((box) => [...(reached.get(box) ?? [])]));
  for (const box of behind) for (const next of reached.get(box) ?? []) behind.add(next);
  return new Set([...direct].filter((box) => !behind.has(box)));
}

const idOf = (box: string) => box.replaceAll(/\W/g, '_');

/** A page with this drawing in place of the one that it has. @throws if it has none */
export function replaceDrawing(page: string, drawing: string): string {
  const place = /(<!-- drawn by scripts\/architecture\/draw-folders\.ts -->\n```mermaid\n)[^`]*(\n```)/;
  if (!place.test(page)) throw new Error(`${drawnPage} has no place for the drawing of the folders.`);
  return page.replace(place, (_, before: string, after: string) => `${before}${drawing}${after}`);
}

/** Writes the drawing into its page. */
async function main(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const file = path.join(root, drawnPage);
  const drawing = drawFolders(importGraph(await readSpecifiers(root)));
  await writeFile(file, replaceDrawing(await readFile(file, 'utf8'), drawing));
}

if (import.meta.main) await main();
