import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const drizzleImports = path.join(root, 'service/platform/db/drizzle-imports.mjs');

/** Writes at the end which modules Node resolved itself, as URLs of the importer and the module. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const resolved = [];
  registerHooks({ resolve(specifier, context, next) {
    const module = next(specifier, context);
    resolved.push([context.parentURL ?? '', module.url]);
    return module;
  } });
  process.on('exit', () => console.log('resolved ' + JSON.stringify(resolved)));
`)}`;

async function resolvedBy(...args: string[]): Promise<[importer: string, url: string][]> {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...env } = process.env;
  // A file, because a pipe loses what a process writes as it ends.
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'labroom-loaded-test-'));
  await using file = await open(path.join(folder.path, 'output'), 'w+');
  await once(spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', file.fd, 'ignore'] }), 'exit');
  const output = await readFile(path.join(folder.path, 'output'), 'utf8');
  return JSON.parse(/^resolved (.*)$/m.exec(output)?.[1] ?? '');
}

const packageOf = (url: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];

/** Packages that a program has loaded when it reads its arguments or settings, of which it gets none that are valid. */
async function packagesOf(program: string): Promise<(string | undefined)[]> {
  const resolved = await resolvedBy('--import', recorder, program, '--none');
  return [...new Set(resolved.map(([, url]) => packageOf(url)))].filter((name) => name !== undefined).sort();
}

test('Node looks up none of the files that one of Drizzle imports of another, and loads the same', async () => {
  const program = ['--input-type=module', '-e', "await import('drizzle-orm/node-postgres')"];
  const inside = (resolved: [string, string][]) =>
    resolved.filter((pair) => pair.every((url) => packageOf(url) === 'drizzle-orm'));
  const asNode = inside(await resolvedBy('--import', recorder, ...program));
  expect(asNode.length).toBeGreaterThan(100);
  expect(inside(await resolvedBy('--import', recorder, '--import', drizzleImports, ...program))).toEqual([]);
  const fast = inside(await resolvedBy('--import', drizzleImports, '--import', recorder, ...program));
  expect(new Set(fast.map(([, url]) => url))).toEqual(new Set(asNode.map(([, url]) => url)));
});

test('the start keeps nothing but the driver of PostgreSQL in memory', async () => {
  const packages = await packagesOf('local/start.ts');
  expect(packages).toContain('pg');
  expect(packages.filter((name) => !/^(pg|postgres)/.test(name ?? ''))).toEqual(['xtend']);
});

test('the local chain loads Hardhat without a second library for the chain', async () => {
  const packages = await packagesOf('local/chain/main.ts');
  expect(packages).toContain('hardhat');
  expect(packages.filter((name) => !/hardhat/.test(name ?? ''))).toEqual(['zod']);
});

test('a worker without webhooks or mail loads neither the API nor a mail library', async () => {
  const packages = await packagesOf('service/worker.ts');
  expect(packages).toContain('drizzle-orm');
  const api = ['graphql', '@graphql-tools/schema', 'graphql-jit', 'fastify', '@modelcontextprotocol/server'];
  for (const name of [...api, 'nodemailer']) expect(packages).not.toContain(name);
});

test('a service loads the library of MCP when it is first asked by MCP', async () => {
  const packages = await packagesOf('service/main.ts');
  expect(packages).toContain('fastify');
  expect(packages).not.toContain('@modelcontextprotocol/server');
});
