import { expect, it } from 'vitest';
import { importClosure } from './architecture/import-closure.ts';

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
