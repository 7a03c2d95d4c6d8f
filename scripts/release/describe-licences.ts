import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { recordedTextOf } from './licence-notices.ts';
import { refusalOfLicence } from './licence-rules.ts';
import { ReleaseError } from './release-error.ts';
import type { Component } from './sbom.ts';

/** Names of the files in a package that have its licence, and notices that must go along. */
const legalFile = /^(?:licen[cs]e|copying|copyright|notice|third-?party|unlicense)[\w.-]*$/i;
const isCode = /\.(?:[cm]?[jt]sx?|json|map)$/;

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

interface Licensed extends Component {
  text: string;
}

/**
 * Writes the licences of packages as one text: grouped by licence, and packages with the same text together. Fails if a package is under a
 * licence that must not be shipped, or has no text.
 */
export async function describeLicences(
  sources: string,
  version: string,
  components: readonly Component[],
): Promise<string> {
  const lockfile = lockfileSchema.parse(
    JSON.parse(await readFile(join(sources, 'package-lock.json'), 'utf8')),
  );
  const unique = new Map<string, Component>();
  for (const component of components)
    if (lockfile.packages[component.folder]?.link !== true)
      unique.set(`${component.name}@${component.version}`, component);
  const faults: string[] = [];
  const licensed: Licensed[] = [];
  for (const component of unique.values()) {
    const refusal = refusalOfLicence(component.name, component.licence);
    if (refusal) faults.push(refusal);
    const text = await textOf(sources, component, lockfile.packages);
    if (text === null) faults.push(`${component.name} ${component.version} has no text of its licence`);
    else licensed.push({ ...component, text });
  }
  if (faults.length > 0)
    throw new ReleaseError(
      `${faults.join('; ')}. See scripts/release/licence-rules.ts and licence-notices.ts.`,
    );
  return layOut(version, licensed);
}

async function textOf(
  sources: string,
  { name, folder }: Component,
  packages: z.output<typeof lockfileSchema>['packages'],
): Promise<string | null> {
  const own = await textIn(join(sources, folder));
  if (own) return own;
  const recorded = await recordedTextOf(name);
  if (recorded) return recorded;
  // Only for another platform, so not installed: it has the text of the package that it is a part of.
  if (own === null && !packages[folder]?.optional) return null;
  const whole = Object.entries(packages).find(
    ([, { optionalDependencies = {} }]) => name in optionalDependencies,
  );
  return whole ? textIn(join(sources, whole[0])) : null;
}

/** Legal files of a folder, one below the other; empty: it has none; `null`: there is no such folder. */
async function textIn(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const names = entries
    .filter((entry) => entry.isFile() && legalFile.test(entry.name) && !isCode.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
}

function layOut(version: string, licensed: readonly Licensed[]): string {
  const parts = [
    `Licences of the packages that run with Labroom ${version}, or from which its web app is built. Labroom itself is under the MIT License (LICENSE and\nNOTICE.md of its sources). Node and the Debian packages of the images are not listed: they have their own.`,
  ];
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const byLicence = Map.groupBy(licensed, ({ licence }) => licence);
  for (const [licence, ofLicence] of [...byLicence].sort(([a], [b]) => compare(a, b))) {
    parts.push(
      `${'='.repeat(100)}\n${licence}: ${ofLicence.length === 1 ? '1 package' : `${ofLicence.length} packages`}\n${'='.repeat(100)}`,
    );
    const byText = Map.groupBy(ofLicence, ({ text }) => text);
    const groups = [...byText].map(([text, of]) => ({
      text,
      names: of.map(({ name, version: released }) => `${name} ${released}`).sort(compare),
    }));
    for (const { names, text } of groups.sort((a, b) => compare(a.names[0] ?? '', b.names[0] ?? '')))
      parts.push(`${names.join('\n')}\n\n${text}\n\n${'-'.repeat(100)}`);
  }
  return `${parts.join('\n\n')}\n`;
}
