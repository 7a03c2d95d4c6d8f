import { globSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Manifest {
  name: string;
  version: string;
  description?: string;
  license: string;
  /** Entry → module. `*` stands for any path. */
  exports?: Record<string, string>;
  /** What a package has that other projects install: its entries, where they are others, and command → module. */
  publishConfig?: { exports?: Record<string, string>; bin?: Record<string, string> };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  workspaces?: string[];
}

/** A folder with a manifest of its own. */
export interface Workspace {
  /** From the root; `` of the web app. */
  folder: string;
  manifest: Manifest;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

/** The web app, which is the root, and every workspace that its manifest names. */
export function readWorkspaces(): Workspace[] {
  const manifest = readManifest('');
  const manifests = (manifest.workspaces ?? []).flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: ROOT }),
  );
  const folders = manifests.map((file) => posix.dirname(file)).sort();
  return [{ folder: '', manifest }, ...folders.map((folder) => ({ folder, manifest: readManifest(folder) }))];
}

/** The workspace of a file, which is named from the root. */
export function workspaceOf(workspaces: readonly Workspace[], file: string): Workspace {
  const found = workspaces.findLast(({ folder }) => folder === '' || file.startsWith(`${folder}/`));
  if (!found) throw new Error(`${file} is in no workspace`);
  return found;
}

/**
 * The module that a file names, from the root: relative, by `#` within its workspace, or by the exports of another one.
 * `null` for other packages, and for an entry that a workspace does not have.
 */
export function resolveModule(
  workspaces: readonly Workspace[],
  file: string,
  specifier: string,
): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('#')) return posix.join(workspaceOf(workspaces, file).folder, specifier.slice(1));
  const other = workspaces.find(
    ({ folder, manifest: { name } }) =>
      folder !== '' && (specifier === name || specifier.startsWith(`${name}/`)),
  );
  if (!other) return null;
  const module = exported(other.manifest, `.${specifier.slice(other.manifest.name.length)}`);
  return module === null ? null : posix.join(other.folder, module);
}

/** The package of a specifier that is neither relative nor a subpath import. */
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function exported({ exports = {} }: Manifest, entry: string): string | null {
  if (exports[entry]) return exports[entry];
  for (const [pattern, module] of Object.entries(exports)) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined) continue;
    if (entry.startsWith(before) && entry.endsWith(after))
      return module.replace('*', entry.slice(before.length, entry.length - after.length));
  }
  return null;
}
