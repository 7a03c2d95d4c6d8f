import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { PublishedPackage } from './published-packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What the sources of packages may be in. */
const sourceFolders = ['packages', 'contracts'];

/**
 * Builds a package for other projects: compiled modules with types, its README and the licence. `npm pack` in the folder,
 * which is replaced, makes the tarball.
 */
export async function buildPackage(published: PublishedPackage, folder: string): Promise<void> {
  const { name, description, source, entries, programs = {}, builtOn = [] } = published;
  const { dependencies, manifest = {}, folders = {} } = published;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await compile(published, join(folder, 'dist'));
  for (const [to, from] of Object.entries(folders))
    await cp(join(ROOT, from), join(folder, to), { recursive: true });
  await cp(join(ROOT, source, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));

  const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const versionsOf = async (names: string[]) =>
    Object.fromEntries(await Promise.all(names.map(installedVersion)));
  const json = {
    name,
    version: root.version,
    license: root.license,
    description,
    type: 'module',
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([path, entry]) => [
          path,
          { types: `${built(entry)}.d.ts`, default: `${built(entry)}.js` },
        ]),
      ),
      ...Object.fromEntries(Object.keys(folders).map((to) => [`./${to}/*`, `./${to}/*`])),
      './package.json': './package.json',
    },
    ...(published.programs && {
      bin: Object.fromEntries(
        Object.entries(programs).map(([command, program]) => [command, `${built(program)}.js`]),
      ),
    }),
    files: ['dist', ...Object.keys(folders)],
    dependencies: {
      ...Object.fromEntries(builtOn.map((other) => [other.name, root.version])),
      ...(await versionsOf(dependencies)),
    },
    ...manifest,
    peerDependencies: {
      ...(await versionsOf(dependencies.includes('viem') ? [] : ['viem'])),
      ...manifest.peerDependencies,
    },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
}

/** Path of a compiled module in its package, without its ending. */
const built = (module: string) => `./dist/${module.replace(/\.ts$/, '')}`;

async function installedVersion(name: string): Promise<[name: string, range: string]> {
  const json = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return [name, `^${JSON.parse(json).version}`];
}

/**
 * Compiles modules and what they import. Their subpath imports (`#packages/…`) mean nothing in another project, so a copy is
 * compiled: with relative ones, and with the names of the packages that it is built on.
 */
async function compile(
  { entries, programs = {}, builtOn = [] }: PublishedPackage,
  to: string,
): Promise<void> {
  await mkdir(join(ROOT, '.labroom'), { recursive: true });
  const copy = await mkdtemp(join(ROOT, '.labroom/sources-'));
  try {
    /** Module of another package → what it is imported as. */
    const imported = new Map<string, string>();
    const types: Record<string, string[]> = {};
    for (const [index, other] of builtOn.entries()) {
      await buildPackage(other, join(copy, `built-${index}`));
      for (const [path, module] of Object.entries(other.entries)) {
        const specifier = `${other.name}${path.slice(1)}`;
        imported.set(module, specifier);
        types[specifier] = [`./built-${index}/${built(module)}.d.ts`];
      }
    }
    for (const folder of sourceFolders) await copySources(folder, copy, imported);
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
    const config = JSON.parse(await readFile(join(import.meta.dirname, 'tsconfig.json'), 'utf8'));
    config.compilerOptions.paths = types;
    // A program runs in Node; what is imported may also run in browsers.
    const isProgram = Object.keys(programs).length > 0;
    if (isProgram) Object.assign(config.compilerOptions, { types: ['node'], declaration: false });
    const files = [...Object.values(entries), ...Object.values(programs)];
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, files }));
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', copy, '--outDir', to]).catch((error) => {
      throw new Error(`The package does not compile:\n${error.stdout}`);
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copySources(
  folder: string,
  copy: string,
  imported: ReadonlyMap<string, string>,
): Promise<void> {
  for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
    const here = dirname(path);
    const text = (await readFile(join(ROOT, path), 'utf8')).replace(
      /(from |import\()'#([^']+)'/g,
      (_, keyword: string, target: string) =>
        `${keyword}'${imported.get(target) ?? relativeTo(here, target)}'`,
    );
    await mkdir(join(copy, here), { recursive: true });
    await writeFile(join(copy, path), text);
  }
}

function relativeTo(from: string, target: string): string {
  const path = relative(from, target).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
