import { readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Removes installed packages that these folders do not import, and from the others files that no program reads:
 * `node deploy/keep-packages.mjs service packages contracts`. So the image of the service contains no web app and no
 * compiler.
 */
const root = process.cwd();
const modules = join(root, 'node_modules');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

function* sources(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.ts$/.test(entry.name) && !/\.(test|suite|fixture)\.ts$/.test(entry.name)) yield path;
  }
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** `import … from 'x'` and `export … from 'x'`, `import 'x'`, `await import('x')`. */
const forms = [
  /^(?:import|export)(?!\s+type)[^'"]*?from '([^'.][^']*)'/gm,
  /^import '([^'.][^']*)'/gm,
  /\bimport\('([^'.][^']*)'\)/g,
];

const wanted = new Set();
for (const folder of process.argv.slice(2)) {
  for (const file of sources(folder)) {
    const text = readFileSync(file, 'utf8');
    for (const form of forms)
      for (const [, specifier] of text.matchAll(form))
        if (!specifier.startsWith('node:')) wanted.add(packageOf(specifier));
  }
}

/** Resolves a package that `from` (a key of the lockfile) imports, like Node. */
function locate(name, from) {
  for (let place = from; ; place = dirname(place)) {
    const key = place === '.' || place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (lock[key]) return key;
    if (place === '.' || place === '') return undefined;
  }
}

const kept = new Set();
const visit = (name, from) => {
  const key = locate(name, from);
  if (!key || kept.has(key)) return;
  kept.add(key);
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = lock[key];
  const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    visit(next, key);
};
for (const name of wanted) visit(name, '');

let removed = 0;
for (const key of Object.keys(lock).sort((a, b) => b.length - a.length)) {
  if (!key.startsWith('node_modules/') || kept.has(key)) continue;
  const path = join(root, key);
  if (!statSync(path, { throwIfNoEntry: false })) continue;
  // A removed package can contain a kept one.
  const holdsKept = [...kept].some((other) => other.startsWith(`${key}/`));
  if (!holdsKept) rmSync(path, { recursive: true });
  removed += 1;
}

/** Files that Node does not load: TypeScript, source maps and documentation. */
const unread = /\.(?:[cm]?ts|map|md|markdown|flow)$/;
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && unread.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
}
rmSync(join(modules, '.bin'), { recursive: true, force: true });
rmSync(join(modules, '.package-lock.json'), { force: true });
for (const scope of readdirSync(modules)) {
  const path = join(modules, scope);
  if (scope.startsWith('@') && readdirSync(path).length === 0) rmdirSync(path);
}
console.log(`${relative(root, modules)}: kept ${kept.size} packages, removed ${removed}`);
