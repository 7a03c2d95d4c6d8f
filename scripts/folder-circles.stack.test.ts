import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFolderCircles, isTest } from './architecture/folder-circles.ts';
import { importGraph, readSpecifiers } from './architecture/import-graph.ts';

const root = path.resolve(import.meta.dirname, '..');
const imports = readSpecifiers(root).then(importGraph);

describe('folders', () => {
  it('import each other in one direction', async () => {
    expect(findFolderCircles(await imports)).toEqual([]);
  });

  it('that form a circle are reported by their parent, with its own files as *', () => {
    const graph = new Map([
      ['service/main.ts', ['service/routes/server.ts', 'service/chain/events/read.ts']],
      ['service/routes/server.ts', ['service/context.ts']],
      ['service/chain/events/read.ts', ['service/chain/indexer/run.ts', 'service/chain/events/name.ts']],
      ['service/chain/indexer/run.ts', ['service/chain/logs/logs.ts']],
      ['service/chain/logs/logs.ts', ['service/chain/events/name.ts']],
      ['service/platform/errors.ts', []],
      ['service/platform/errors.test.ts', ['service/routes/server.ts']],
      ['packages/client/client.ts', ['contracts/networks.ts']],
      ['contracts/networks.ts', ['packages/protocol/chains.ts']],
      ['service/routes/server.test.ts', ['service/platform/errors.ts']],
    ]);
    expect(findFolderCircles(graph)).toEqual(['service/chain: events indexer logs', 'service: * routes']);
  });
});

describe('the service', () => {
  it('has subjects of operations that import no other subject', async () => {
    const subjectOf = (file: string) => /^service\/operations\/([^/]+)\//.exec(file)?.[1];
    const crossing = [...(await imports)]
      .filter(([file]) => subjectOf(file) && !isTest(file))
      .flatMap(([file, targets]) =>
        targets.filter((target) => subjectOf(target) && subjectOf(target) !== subjectOf(file)),
      );
    expect(crossing).toEqual([]);
  });

  it('has a core that one can read', async () => {
    const files = [...(await imports).keys()].filter(
      (file) => file.startsWith('service/core/') && !isTest(file),
    );
    const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    expect(lines).toBeGreaterThan(2_000);
    expect(lines).toBeLessThanOrEqual(4_000);
  });
});
