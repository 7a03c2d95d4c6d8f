import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findCircle, type ImportGraph, importGraph, readSpecifiers } from './architecture/import-graph.ts';
import { packageOf, readManifest, readWorkspaces, workspaceOf } from './architecture/workspaces.ts';

const root = path.resolve(import.meta.dirname, '..');
const written = readSpecifiers(root);
const imports = written.then(importGraph);
/** Folders of what only developers run. */
const tools = ['bench', 'conformance', 'e2e', 'examples', 'local', 'scripts', 'testing'];
/** Compiler and tests of the contracts. */
const contractTools = /^contracts\/(?:(?:mutation|storage)\/|solidity-tests\.ts$)/;

describe('imports', () => {
  it('have no cycle of values or types, in written and generated files', async () => {
    const graph = await imports;
    // One import of each kind: relative, of another workspace by path and by entry, subpath, type, generated file.
    expect(graph.get('service/main.ts')).toContain('service/routes/server.ts');
    expect(graph.get('lib/config/public-config.tsx')).toContain('contracts/networks.ts');
    expect(graph.get('packages/cli/sync/remote.ts')).toContain('packages/client/package/index.ts');
    expect(graph.get('service/auth/rate-limits/take-tokens.ts')).toContain('service/platform/db/database.ts');
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

/** Next knows the first by itself, the others are types alone. */
const withoutPackage = ['server-only', 'hast', 'mdast'];

describe('a workspace', () => {
  const workspaces = readWorkspaces();
  const isOfTools = (file: string) =>
    /\.(?:test|suite|fixture)\.tsx?$|\.config\.ts$/.test(file) ||
    tools.some((folder) => file.startsWith(`${folder}/`)) ||
    contractTools.test(file);

  it('imports only packages that its manifest lists; tests and tools also those of the root', async () => {
    const web = readManifest('');
    const ofAll = { ...web.dependencies, ...web.devDependencies };
    const unlisted: string[] = [];
    for (const [file, specifiers] of await written) {
      const { manifest } = workspaceOf(workspaces, file);
      const { dependencies, peerDependencies, devDependencies } = manifest;
      const listed = {
        ...dependencies,
        ...peerDependencies,
        ...(isOfTools(file) && { ...devDependencies, ...ofAll }),
      };
      for (const specifier of specifiers) {
        if (!/^[@a-z0-9]/.test(specifier) || specifier.startsWith('node:')) continue;
        const name = packageOf(specifier);
        if (!(name in listed) && name !== manifest.name && !withoutPackage.includes(name))
          unlisted.push(`${file}: ${specifier}`);
      }
    }
    expect(unlisted).toEqual([]);
  });

  it('is known to the product of others by the named entries of its manifest; a name with an ending is an internal', async () => {
    const internals: string[] = [];
    for (const [file, specifiers] of await written)
      for (const specifier of isOfTools(file) ? [] : specifiers)
        if (/^@labroom\/.+\.tsx?$/.test(specifier)) internals.push(`${file}: ${specifier}`);
    expect(internals).toEqual([]);
  });

  it('that is built on the published client imports only what that publishes', async () => {
    const { name, publishConfig } = readManifest('packages/client');
    const entries = Object.keys(publishConfig?.exports ?? {}).map((entry) => `${name}${entry.slice(1)}`);
    const others: string[] = [];
    for (const [file, specifiers] of await written)
      for (const specifier of file.startsWith('packages/cli/') && !isOfTools(file) ? specifiers : [])
        if (packageOf(specifier) === name && !entries.includes(specifier))
          others.push(`${file}: ${specifier}`);
    expect(others).toEqual([]);
  });

  /** Whether a file may import its own workspace so; tests and tools also the web app, except what runs inside Next.js only. */
  function mayImport(file: string, specifier: string): boolean {
    const own = workspaceOf(workspaces, file).folder;
    const target = specifier.startsWith('#')
      ? path.posix.join(own, specifier.slice(1))
      : path.posix.join(path.posix.dirname(file), specifier);
    if (target.startsWith('web/') && tools.some((folder) => file.startsWith(`${folder}/`))) return false;
    const { folder } = workspaceOf(workspaces, target);
    return folder === own || (folder === '' && isOfTools(file));
  }

  it('imports by relative paths its own files only; tests and tools also those of the web app', async () => {
    const crossing: string[] = [];
    for (const [file, specifiers] of await written)
      for (const specifier of specifiers)
        if (/^[.#]/.test(specifier) && !mayImport(file, specifier)) crossing.push(`${file}: ${specifier}`);
    expect(crossing).toEqual([]);
  });

  it.each(tools)('among the tools imports nothing that runs inside Next.js only: %s', (tool) => {
    const file = `${tool}/planted.ts`;
    expect(['../lib/a.ts', './a.ts', '../web/env.ts'].map((from) => mayImport(file, from))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('that is a product imports no file of another by its path', () => {
    expect(mayImport('e2e/planted.ts', '#web/env.ts')).toBe(false);
    expect(mayImport('service/planted.ts', '../lib/a.ts')).toBe(false);
    expect(mayImport('service/planted.test.ts', '../lib/a.ts')).toBe(true);
    expect(mayImport('components/planted.ts', '../packages/protocol/week.ts')).toBe(false);
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

const types = ['@labroom/contracts/networks'];
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
  readiness: {
    allowed: ['core', 'auth', 'chain', 'platform', 'contract'],
    message: 'service/readiness may import: core, auth, chain, platform, contract.',
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
    allowed: [
      'readiness',
      'gateway',
      'graphql',
      'operations',
      'core',
      'auth',
      'chain',
      'platform',
      'contract',
    ],
    message:
      'service/routes may import: readiness, gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
  worker: {
    allowed: ['gateway', 'graphql', 'operations', 'core', 'auth', 'chain', 'platform', 'contract'],
    message:
      'service/worker may import: gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
  operator: {
    allowed: [
      ...['readiness', 'routes', 'worker', 'gateway', 'graphql', 'operations'],
      ...['core', 'auth', 'chain', 'platform', 'contract'],
    ],
    message:
      'service/operator may import: readiness, routes, worker, gateway, graphql, operations, core, auth, chain, platform, contract.',
  },
};

const serviceWalls = Object.entries(layers).flatMap(([layer, { allowed, message }]): Wall[] => {
  const above = Object.keys(layers).filter((other) => other !== layer && !allowed.includes(other as never));
  const roots = ['../main.ts', '../worker.ts'];
  return [
    {
      file: `service/${layer}/planted.ts`,
      message,
      refused: [...above.flatMap((other) => [`#${other}/a.ts`, `../${other}/a.ts`]), ...roots],
      allowed: [...allowed.flatMap((other) => [`#${other}/a.ts`, `../${other}/b/a.ts`]), ...types],
    },
    {
      file: `service/${layer}/deeper/planted.ts`,
      message,
      refused: above.map((other) => `../../${other}/a.ts`),
      allowed: allowed.map((other) => `../../${other}/a.ts`),
    },
  ];
});

const webApp: readonly Wall[] = [
  {
    file: 'web/planted.ts',
    message: 'web/ may import: lib.',
    refused: ['#app/a.ts', '#components/a.tsx', '../components/a.tsx'],
    allowed: ['#lib/a.ts', '@labroom/protocol/a.ts'],
  },
  {
    file: 'components/labs/planted.tsx',
    message: 'components/ may import: lib.',
    refused: ['#app/a.ts', '#web/config/env.ts', '../../web/config/env.ts'],
    allowed: ['#lib/a.ts', '@labroom/protocol/a.ts', '../ui/button.tsx'],
  },
  {
    file: 'lib/labs/planted.ts',
    message: 'lib/ imports no other folder of the web app.',
    refused: ['#app/a.ts', '#components/a.tsx', '#web/config/env.ts', '../../web/config/env.ts'],
    allowed: ['@labroom/protocol/a.ts', '../api/a.ts'],
  },
];

const inBrowsers = ['client', 'markdown', 'marks', 'protocol'].map(
  (name): Wall => ({
    file: `packages/${name}/planted.ts`,
    message: 'It runs in browsers, so it imports no Node module.',
    refused: ['node:fs', '@labroom/contracts/keystore'],
    allowed: ['./a.ts', '#a.ts', '@labroom/contracts/networks'],
  }),
);

/** What tests put together need not keep the order of the layers. */
const inTests: Wall = {
  file: 'service/platform/planted.test.ts',
  message: 'No wall',
  refused: [],
  allowed: ['#routes/a.ts', '../worker.ts'],
};

const walls = [...serviceWalls, ...webApp, ...inBrowsers, inTests];

interface Diagnostic {
  category: string;
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
    // Not `--only`, which would enable the rule where the configuration turns it off.
    const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
    const run = promisify(execFile)(process.execPath, [biome, ...args], { cwd: folder, maxBuffer: 1 << 26 });
    const { stdout } = await run.catch((failure: { stdout: string }) => failure);
    const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
    return diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
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
