import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entryNames } from './architecture/entry-names.ts';
import { readWorkspaces } from './architecture/workspaces.ts';

const root = path.resolve(import.meta.dirname, '..');
const [web, ...workspaces] = readWorkspaces();
const lockfile: { packages: Record<string, { link?: boolean; resolved?: string } | undefined> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);

// Nobody owns the names in a registry: npm would run what the first to register one puts there.
test.each(workspaces)(
  '$manifest.name is linked to $folder, and never loaded from a registry',
  ({ folder, manifest }) => {
    expect(manifest.version).toBe(web?.manifest.version);
    expect(manifest.name).toBe(`@labroom/${path.basename(folder)}`);
    expect(lockfile.packages[`node_modules/${manifest.name}`]).toEqual({ resolved: folder, link: true });
    const copies = Object.keys(lockfile.packages).filter((key) =>
      key.endsWith(`/node_modules/${manifest.name}`),
    );
    expect(copies).toEqual([]);
  },
);

test('every manifest names the same version of a package, and that of this project for its own', () => {
  const versions = new Map<string, Set<string>>();
  for (const { manifest } of readWorkspaces())
    for (const list of [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies])
      for (const [name, version] of Object.entries(list ?? {}))
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
  for (const { manifest } of workspaces)
    if (versions.has(manifest.name))
      expect([...(versions.get(manifest.name) ?? [])]).toEqual([manifest.version]);
  expect([...versions].filter(([, different]) => different.size > 1)).toEqual([]);
});

test('what runs for users has no dependencies of development, which an installation for production would contain', () => {
  const ofDevelopers = [
    'bench',
    'conformance',
    'examples',
    'local',
    'local/example-labs',
    'scripts',
    'testing',
  ];
  for (const { folder, manifest } of workspaces) {
    if (ofDevelopers.includes(folder)) expect(manifest.dependencies, folder).toBeUndefined();
    else expect(manifest.devDependencies, folder).toBeUndefined();
  }
});

/** Names that the entries of a library export. Those of `protocol` and `client` are not bounded: what is there, several programs know. */
const mostNames: Readonly<Record<string, number>> = {
  deploy: 40,
  formats: 40,
  markdown: 40,
  marks: 40,
  payments: 40,
  'search-index': 40,
};

test('a library has few names, which one can learn', () => {
  const libraries = workspaces.filter(({ folder }) => folder.startsWith('packages/'));
  const bounded = libraries.filter(({ folder }) => !/\/(?:cli|client|protocol)$/.test(folder));
  expect(bounded.map(({ folder }) => path.basename(folder))).toEqual(Object.keys(mostNames));
  for (const workspace of bounded) {
    const names = entryNames(workspace);
    expect(names.length, workspace.folder).toBeGreaterThan(10);
    expect(names.length, names.join(' ')).toBeLessThanOrEqual(
      mostNames[path.basename(workspace.folder)] ?? 0,
    );
  }
});
