import path from 'node:path';
import { expect, it } from 'vitest';
import { importGraph, readSpecifiers } from './architecture/import-graph.ts';

const isTest = (file: string) => /\.(test|suite|fixture)\.tsx?$/.test(file);
const folderOf = (file: string) => (file.startsWith('components/') ? file.split('/')[1] : undefined);
/** The floors below the features, from below. */
const floorOf = (folder: string) => ['ui', 'preview', 'core'].indexOf(folder);

it('components import what is on a floor below, and no other feature', async () => {
  const graph = importGraph(await readSpecifiers(path.resolve(import.meta.dirname, '..')));
  const found = new Set<string>();
  for (const [file, targets] of graph) {
    const from = folderOf(file);
    if (from === undefined || isTest(file)) continue;
    for (const target of targets) {
      const to = folderOf(target);
      if (to === undefined || to === from) continue;
      const isBelow = floorOf(to) >= 0 && (floorOf(from) < 0 || floorOf(to) < floorOf(from));
      if (!isBelow) found.add(`${from} -> ${to}`);
    }
  }
  expect([...found]).toEqual([]);
});
