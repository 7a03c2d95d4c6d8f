import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { z } from 'zod';
import { ReleaseError } from './release-error.ts';
import { runProgram } from './run-program.ts';

const licence = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);

const sbomSchema = z.object({
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z.array(licence).default([]),
      properties: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
    }),
  ),
});

/** A package that an SBOM lists. */
export interface Component {
  name: string;
  version: string;
  /** As it declares it; several are one expression. */
  licence: string;
  /** Folder, from the root of the sources. */
  folder: string;
}

const manifestSchema = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * Writes what npm installs for workspaces in production, by the lockfile and for all platforms, as CycloneDX. `npm sbom` is not used: of a
 * package that is a dependency of one workspace and one of development of another it says nothing, and leaves out what that
 * package needs. That was a third of all packages. The folder of the root is ``.
 */
export async function writeSbom(
  sources: string,
  workspaces: readonly string[],
  file: string,
): Promise<Component[]> {
  const manifests = await Promise.all(workspaces.map((folder) => readManifest(sources, folder)));
  const isRoot = (folder: string) => folder === '';
  const names = manifests.filter((_, at) => !isRoot(workspaces[at] ?? '')).map(({ name }) => name);
  const args = [
    'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js',
    '--package-lock-only',
    '--omit=dev',
    ...names.flatMap((name) => ['--workspace', name]),
    ...(workspaces.some(isRoot) ? ['--include-workspace-root'] : []),
    '--output-reproducible',
    '--flatten-components',
    '--spec-version=1.6',
    '--no-validate',
    `--output-file=${file}`,
  ];
  await runProgram(process.execPath, args, { cwd: sources });
  const text = await readFile(file, 'utf8');
  const faults = await new JsonStrictValidator(Version.v1dot6).validate(text);
  if (faults !== null)
    throw new ReleaseError(`${file} is no valid CycloneDX document: ${JSON.stringify(faults).slice(0, 300)}`);
  const components = componentsOf(text);
  const listed = new Set([...components.map(({ name }) => name), ...names]);
  for (const { name, dependencies } of manifests)
    for (const dependency of Object.keys(dependencies))
      if (!listed.has(dependency))
        throw new ReleaseError(`${file} leaves out ${dependency}, on which ${name} depends.`);
  return components;
}

/** The packages that an SBOM lists. */
export function componentsOf(text: string): Component[] {
  return sbomSchema
    .parse(JSON.parse(text))
    .components.map(({ group, name, version, licenses, properties }) => ({
      name: group ? `${group}/${name}` : name,
      version,
      licence: licenses.join(' AND '),
      folder: properties.find((property) => property.name === 'cdx:npm:package:path')?.value ?? '',
    }));
}

async function readManifest(sources: string, folder: string) {
  return manifestSchema.parse(JSON.parse(await readFile(join(sources, folder, 'package.json'), 'utf8')));
}
