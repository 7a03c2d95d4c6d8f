import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { countLines, importClosure } from './architecture/import-closure.ts';
import { importGraph, readSpecifiers } from './architecture/import-graph.ts';

it('The closure of a file ends at the files that it imports of another workspace', () => {
  const graph = new Map([
    ['service/main.ts', ['service/routes/server.ts']],
    ['service/routes/server.ts', ['service/context.ts', 'packages/protocol/limits.ts']],
    ['service/context.ts', ['service/routes/server.ts', 'contracts/networks.ts']],
    ['service/worker.ts', ['service/context.ts']],
    ['packages/protocol/limits.ts', ['packages/protocol/units.ts']],
    ['contracts/networks.ts', ['packages/protocol/chains.ts']],
  ]);
  expect([...importClosure(graph, 'service/main.ts')].sort()).toEqual([
    'contracts/networks.ts',
    'packages/protocol/limits.ts',
    'service/context.ts',
    'service/main.ts',
    'service/routes/server.ts',
  ]);
  expect([...importClosure(graph, 'packages/protocol/limits.ts')]).toEqual([
    'packages/protocol/limits.ts',
    'packages/protocol/units.ts',
  ]);
});

it('A use case is followed in less than 5,000 lines', async () => {
  const root = resolve(import.meta.dirname, '..');
  const graph = importGraph(await readSpecifiers(root));
  for (const file of ['labs/create-lab', 'entries/trash-entry', 'keys/decrypt-data-key']) {
    const closure = importClosure(graph, `service/operations/${file}.ts`);
    expect(closure.size, file).toBeGreaterThan(50);
    expect(await countLines(root, closure), file).toBeLessThan(5_000);
  }
});
