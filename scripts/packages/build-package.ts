import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { specifiersOf } from '../architecture/import-graph.ts';
import {
  packageOf,
  readManifest,
  readWorkspaces,
  resolveModule,
  type Workspace,
} from '../architecture/workspaces.ts';
import type { PublishedPackage } from './published-packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What the sources of packages may be in. */
const sourceFolders = ['packages', 'contracts'];

/**
 * Builds a package for other projects: compiled modules with types, its README and the licence. Other workspaces that it
 * imports are compiled into it. `npm pack` in the folder, which is replaced, makes the tarball.
 */
export async function buildPackage(published: PublishedPackage, folder: string): Promise<void> {
  const { name, readme, manifest: more = {}, folders = {} } = published;
  const workspace = readManifest(published.folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await compile(published, join(folder, 'dist'));
  for (const [to, from] of Object.entries(folders))
    await cp(join(ROOT, from), join(folder, to), { recursive: true });
  await cp(join(ROOT, readme, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));

  const { peerDependencies = {}, version, license, description } = workspace;
  const imported = await packagesOf(join(folder, 'dist'));
  const isPeer = (used: string) => used in peerDependencies;
  const versionsOf = async (names: string[]) =>
    Object.fromEntries(await Promise.all(names.map(installedVersion)));
  const json = {
    name,
    version,
    license,
    description,
    type: 'module',
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        Object.entries(entriesOf(published)).map(([path, entry]) => [
          path,
          { types: `${built(entry)}.d.ts`, default: `${built(entry)}.js` },
        ]),
      ),
      ...Object.fromEntries(Object.keys(folders).map((to) => [`./${to}/*`, `./${to}/*`])),
      './package.json': './package.json',
    },
    ...(workspace.publishConfig?.bin && {
      bin: Object.fromEntries(
        Object.entries(programsOf(published)).map(([command, program]) => [command, `${built(program)}.js`]),
      ),
    }),
    files: ['dist', ...Object.keys(folders)],
    dependencies: await versionsOf(imported.filter((used) => !isPeer(used))),
    ...more,
    peerDependencies: { ...(await versionsOf(imported.filter(isPeer))), ...more.peerDependencies },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
}

/** Entry → module, from the root: those that have a name. */
export function entriesOf({ folder }: PublishedPackage): Record<string, string> {
  const manifest = readManifest(folder);
  const exports = manifest.publishConfig?.exports ?? manifest.exports ?? {};
  const named = Object.entries(exports).filter(([entry]) => !entry.includes('*'));
  return fromRoot(folder, Object.fromEntries(named));
}

/** Command → module, from the root. */
function programsOf({ folder }: PublishedPackage): Record<string, string> {
  return fromRoot(folder, readManifest(folder).publishConfig?.bin ?? {});
}

function fromRoot(folder: string, modules: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(modules).map(([key, module]) => [key, posix.join(folder, module)]),
  );
}

/** Path of a compiled module in its package, without its ending. */
const built = (module: string) => `./dist/${module.replace(/\.ts$/, '')}`;

/** Packages that compiled modules and their types import. */
async function packagesOf(dist: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob('**/*.{js,d.ts}', { cwd: dist }))
    for (const specifier of specifiersOf(file, await readFile(join(dist, file), 'utf8')))
      if (!/^(?:\.|node:)/.test(specifier)) names.add(packageOf(specifier));
  return [...names].sort();
}

async function installedVersion(name: string): Promise<[name: string, range: string]> {
  const json = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return [name, `^${JSON.parse(json).version}`];
}

/**
 * Compiles modules and what they import. The names of workspaces mean nothing in another project, so a copy is compiled, with
 * relative imports.
 */
async function compile(published: PublishedPackage, to: string): Promise<void> {
  await mkdir(join(ROOT, '.labroom'), { recursive: true });
  const copy = await mkdtemp(join(ROOT, '.labroom/sources-'));
  try {
    const workspaces = readWorkspaces();
    for (const folder of sourceFolders) await copySources(workspaces, folder, copy);
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
    const config = JSON.parse(await readFile(join(import.meta.dirname, 'tsconfig.json'), 'utf8'));
    const programs = Object.values(programsOf(published));
    // A program runs in Node; what is imported may also run in browsers.
    if (programs.length > 0) Object.assign(config.compilerOptions, { types: ['node'], declaration: false });
    const files = [...Object.values(entriesOf(published)), ...programs];
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, files }));
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', copy, '--outDir', to]).catch((error) => {
      throw new Error(`The package does not compile:\n${error.stdout}`);
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copySources(workspaces: readonly Workspace[], folder: string, copy: string): Promise<void> {
  for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || !path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
    const here = dirname(path);
    const text = (await readFile(join(ROOT, path), 'utf8')).replace(
      /(from |import\()'([#@][^']+)'/g,
      (all, keyword: string, specifier: string) => {
        const target = resolveModule(workspaces, path, specifier);
        return target === null ? all : `${keyword}'${relativeTo(here, target)}'`;
      },
    );
    await mkdir(join(copy, here), { recursive: true });
    await writeFile(join(copy, path), text);
  }
}

function relativeTo(from: string, target: string): string {
  const path = posix.relative(from, target);
  return path.startsWith('.') ? path : `./${path}`;
}
