import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findCircle, type ImportGraph, readImportGraph } from './architecture/import-graph.ts';

const root = path.resolve(import.meta.dirname, '..');
const imports = readImportGraph(root);

describe('imports', () => {
  it('have no cycle of values or types, in written and generated files', async () => {
    const graph = await imports;
    // One import of each kind: relative, subpath, type, generated file.
    expect(graph.get('service/main.ts')).toContain('service/routes/server.ts');
    expect(graph.get('lib/config/public-config.tsx')).toContain('contracts/networks.ts');
    expect(graph.get('service/graphql/resolvers.generated.ts')).toContain('service/graphql/loaders.ts');
    expect(findCircle(graph)?.join(' -> ') ?? null).toBeNull();
  });

  it('that form a cycle are reported in order', () => {
    const graph: ImportGraph = new Map([
      ['main.ts', ['a.ts']],
      ['a.ts', ['leaf.ts', 'b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['a.ts']],
      ['leaf.ts', []],
    ]);
    expect(findCircle(graph)).toEqual(['a.ts', 'b.ts', 'c.ts', 'a.ts']);
  });

  it('are absent in the types of the schema', async () => {
    expect((await imports).get('service/contract/schema.generated.ts')).toEqual([]);
  });
});

describe('web/', () => {
  it('marks every file as server only, so that a browser build with it fails', async () => {
    const unmarked: string[] = [];
    for await (const file of glob('web/**/*.ts', { cwd: root })) {
      if (file.endsWith('.test.ts')) continue;
      const text = await readFile(path.join(root, file), 'utf8');
      if (!text.startsWith("import 'server-only';\n")) unmarked.push(file);
    }
    expect(unmarked).toEqual([]);
  });
});

interface Wall {
  /** A file with restricted imports. */
  file: string;
  /** Message of the linter. */
  message: string;
  refused: readonly string[];
  allowed: readonly string[];
}

const noWebApp = 'service/ imports nothing of the web app or the client.';
const noTools = 'The product imports no test, bench or local tool.';
const onlyFacts = 'Of contracts/, only the facts of the chain may be imported: contracts/*.ts.';
const types = ['#contracts/networks.ts'];
const layers = {
  contract: { allowed: [], message: 'service/contract may import: no other layer.' },
  platform: { allowed: ['contract'], message: 'service/platform may import: contract.' },
  chain: { allowed: ['platform', 'contract'], message: 'service/chain may import: platform, contract.' },
  auth: {
    allowed: ['chain', 'platform', 'contract'],
    message: 'service/auth may import: chain, platform, contract.',
  },
  core: {
    allowed: ['auth', 'chain', 'platform', 'contract'],
    message: 'service/core may import: auth, chain, platform, contract.',
  },
  operations: {
    allowed: ['core', 'auth', 'chain', 'platform', 'contract'],
    message: 'service/operations may import: core, auth, chain, platform, contract.',
  },
  graphql: {
    allowed: ['operations', 'core', 'auth', 'chain', 'platform', 'contract'],
    message: 'service/graphql may import: operations, core, auth, chain, platform, contract.',
  },
  gateway: {
    allowed: ['core', 'auth', 'chain', 'platform', 'contract'],
    message: 'service/gateway may import: core, auth, chain, platform, contract.',
  },
  routes: {
    allowed: ['gateway', 'graphql', 'operations', 'core', 'auth', 'chain', 'platform', 'contract'],
    message:
      'service/routes may import: gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
  worker: {
    allowed: ['gateway', 'graphql', 'operations', 'core', 'auth', 'chain', 'platform', 'contract'],
    message:
      'service/worker may import: gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
  operator: {
    allowed: ['worker', 'gateway', 'graphql', 'operations', 'core', 'auth', 'chain', 'platform', 'contract'],
    message:
      'service/operator may import: worker, gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
};

const serviceWalls = Object.entries(layers).flatMap(([layer, { allowed, message }]): Wall[] => {
  const above = Object.keys(layers).filter((other) => other !== layer && !allowed.includes(other as never));
  const roots = ['../main.ts', '../worker.ts'];
  return [
    {
      file: `service/${layer}/planted.ts`,
      message,
      refused: [...above.flatMap((other) => [`#service/${other}/a.ts`, `../${other}/a.ts`]), ...roots],
      allowed: [...allowed.flatMap((other) => [`#service/${other}/a.ts`, `../${other}/b/a.ts`]), ...types],
    },
    {
      file: `service/${layer}/deeper/planted.ts`,
      message,
      refused: above.map((other) => `../../${other}/a.ts`),
      allowed: allowed.map((other) => `../../${other}/a.ts`),
    },
  ];
});

const inService: readonly Wall[] = [
  {
    file: 'service/operations/labs/planted.ts',
    message: noWebApp,
    refused: [
      '#lib/a.ts',
      '#web/a.ts',
      '#components/a.ts',
      '#app/a.ts',
      '../../../lib/a.ts',
      '#packages/client/client.ts',
    ],
    allowed: ['#packages/protocol/a.ts'],
  },
  { file: 'service/planted.ts', message: noWebApp, refused: ['#lib/a.ts', '../web/a.ts'], allowed: [] },
  { file: 'service/chain/planted.ts', message: onlyFacts, refused: ['#contracts/deploy/a.ts'], allowed: [] },
];

const webApp: readonly Wall[] = [
  {
    file: 'app/labs/planted.tsx',
    message: 'app/ may import: components, web, lib, contracts/*.ts, packages.',
    refused: ['#service/platform/errors/errors.ts', '../../service/core/a.ts'],
    allowed: [
      '#components/a.tsx',
      '#web/a.ts',
      '#lib/a.ts',
      '#contracts/networks.ts',
      '#packages/protocol/a.ts',
    ],
  },
  {
    file: 'web/planted.ts',
    message: 'web/ may import: lib, contracts/*.ts, packages.',
    refused: ['#app/a.ts', '#components/a.tsx', '../components/a.tsx', '#service/core/a.ts'],
    allowed: ['#lib/a.ts', '#contracts/networks.ts', '#packages/protocol/a.ts'],
  },
  {
    file: 'components/labs/planted.tsx',
    message: 'components/ may import: lib, contracts/*.ts, packages.',
    refused: ['#app/a.ts', '#web/env.ts', '../../web/env.ts', '#service/core/a.ts'],
    allowed: ['#lib/a.ts', '#contracts/networks.ts', '#packages/protocol/a.ts', '../ui/button.tsx'],
  },
  {
    file: 'lib/labs/planted.ts',
    message: 'lib/ may import: contracts/*.ts, packages.',
    refused: ['#app/a.ts', '#components/a.tsx', '#web/env.ts', '../../web/env.ts', '#service/core/a.ts'],
    allowed: ['#contracts/networks.ts', '#packages/protocol/a.ts', '../api/a.ts'],
  },
];

const below: readonly Wall[] = [
  {
    file: 'contracts/planted.ts',
    message: 'contracts/ may import: packages/protocol.',
    refused: ['#packages/client/client.ts', '#lib/a.ts', '#service/core/a.ts', '#testing/a.ts', '#web/a.ts'],
    allowed: ['./networks.ts', '#packages/protocol/a.ts'],
  },
  {
    file: 'packages/protocol/planted.ts',
    message: 'packages/protocol has pure rules: it imports no other folder and no Node module.',
    refused: [
      '#contracts/networks.ts',
      '#packages/client/a.ts',
      '../../lib/a.ts',
      'node:fs',
      '#service/core/a.ts',
    ],
    allowed: ['./environments.ts', '#packages/protocol/environments.ts'],
  },
  {
    file: 'packages/markdown/planted.ts',
    message: 'packages/markdown parses text alone: it imports no other folder and no Node module.',
    refused: ['#packages/protocol/a.ts', '#lib/a.ts', '../../lib/a.ts', 'node:fs', '#service/core/a.ts'],
    allowed: ['./rules.ts', '#packages/markdown/rules.ts'],
  },
  {
    file: 'packages/formats/planted.ts',
    message:
      'packages/formats may import: packages/protocol, packages/markdown/few-marks.ts. It runs in browsers, so it imports no Node module.',
    refused: [
      '#contracts/networks.ts',
      '#packages/client/a.ts',
      '#lib/a.ts',
      '../../lib/a.ts',
      'node:fs',
      '#packages/markdown/markdown-tree.ts',
    ],
    allowed: ['./formats.ts', '#packages/protocol/comment.ts', '#packages/markdown/few-marks.ts'],
  },
  {
    file: 'packages/client/planted.ts',
    message:
      'packages/client may import: packages/protocol, contracts/{networks,abi.generated,payment-channels,payment-channels.generated}.ts. It runs in browsers, so it imports no Node module.',
    refused: ['#contracts/lab-nft.ts', '#lib/a.ts', '../../lib/a.ts', 'node:fs', '#service/core/a.ts'],
    allowed: ['./execute.ts', '#packages/protocol/paths.ts', '#contracts/networks.ts'],
  },
];

const tools = ['bench', 'conformance', 'e2e', 'examples', 'local', 'scripts', 'testing'];
const products = ['app', 'components', 'lib', 'web', 'service', 'service/platform', 'service/worker'];
const aroundTools: readonly Wall[] = [
  ...products.map((folder) => ({
    file: `${folder}/planted-tool.ts`,
    message: noTools,
    refused: tools.map((tool) => `#${tool}/a.ts`),
    allowed: [],
  })),
  ...tools.map((tool) => ({
    file: `${tool}/planted.ts`,
    message: 'web/ runs inside Next.js only: app/, proxy.ts and instrumentation.ts may import it.',
    refused: ['#web/env.ts', '../web/env.ts'],
    allowed: ['#lib/a.ts', '#service/platform/errors/errors.ts', '#contracts/networks.ts'],
  })),
];

const walls = [...serviceWalls, ...inService, ...webApp, ...below, ...aroundTools];

interface Diagnostic {
  message: string;
  location: { path: string; start: { line: number } };
}

/** Lints files with one import per line and returns the messages. */
async function lintPlanted(
  planted: readonly (readonly [string, readonly string[]])[],
): Promise<Diagnostic[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'labroom-walls-test-'));
  try {
    const config = JSON.parse(await readFile(path.join(root, 'biome.json'), 'utf8'));
    delete config.$schema;
    await writeFile(path.join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    for (const [file, imports] of planted) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(
        path.join(folder, file),
        imports.map((from) => `export type * from '${from}';\n`).join(''),
      );
    }
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
    const args = [
      'lint',
      '--only=style/noRestrictedImports',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ];
    const run = promisify(execFile)(process.execPath, [biome, ...args], { cwd: folder, maxBuffer: 1 << 26 });
    const { stdout } = await run.catch((failure: { stdout: string }) => failure);
    return JSON.parse(stdout).diagnostics;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the linter', async () => {
  const merged = Map.groupBy(walls, ({ file }) => file);
  const files = [...merged].map(
    ([file, same]) => [file, same.flatMap(({ refused, allowed }) => [...refused, ...allowed])] as const,
  );
  const diagnostics = await lintPlanted(files);

  it.each(walls)('rejects forbidden imports of $file: $message', ({ file, message, refused, allowed }) => {
    const imports = files.find(([name]) => name === file)?.[1] ?? [];
    const said = (from: string) =>
      diagnostics
        .filter(({ location }) => location.path === file && imports[location.start.line - 1] === from)
        .map((diagnostic) => diagnostic.message);
    for (const from of refused) expect(said(from), from).toEqual([message]);
    for (const from of allowed) expect(said(from), from).toEqual([]);
  });
});
