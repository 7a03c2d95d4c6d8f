import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawFolders, drawnPage, replaceDrawing } from './architecture/draw-folders.ts';
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

describe('the drawing of the folders', () => {
  it('is drawn from the imports of today: `node scripts/architecture/draw-folders.ts`', async () => {
    const page = await readFile(path.join(root, drawnPage), 'utf8');
    expect(page).toBe(replaceDrawing(page, drawFolders(await imports)));
  });

  it('leaves out tests, tools, files beside the folders, and arrows that others lead along', () => {
    const graph = new Map([
      ['service/main.ts', ['service/core/rights.ts']],
      ['service/core/rights.ts', ['packages/protocol/roles.ts', 'service/auth/wallet.ts']],
      ['service/auth/wallet.ts', ['packages/protocol/roles.ts']],
      ['service/auth/wallet.test.ts', ['service/core/rights.ts']],
      ['packages/protocol/roles.ts', []],
      ['components/labs/card.tsx', ['components/ui/button.tsx', 'components/labs/name.tsx']],
      ['components/ui/button.tsx', []],
      ['scripts/test.ts', ['service/main.ts']],
    ]);
    expect(drawFolders(graph).split('\n').slice(1)).toEqual([
      '  subgraph packages["packages"]',
      '    packages_protocol["protocol"]',
      '  end',
      '  subgraph service["service"]',
      '    service_auth["auth"]',
      '    service_core["core"]',
      '  end',
      '  subgraph web_app["web app"]',
      '    web_app_features["features"]',
      '    web_app_ui["ui"]',
      '  end',
      '  service_auth --> packages_protocol',
      '  service_core --> service_auth',
      '  web_app_features --> web_app_ui',
    ]);
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
