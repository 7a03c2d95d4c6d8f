import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import type { Workspace } from './workspaces.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The names that the entries of a workspace export, values and types, each once. Internals, which have an ending, are left out. */
export function entryNames({ folder, manifest }: Workspace): string[] {
  const entries = Object.entries(manifest.exports ?? {}).filter(([entry]) => !entry.includes('*'));
  const names = entries.flatMap(([, module]) => {
    const file = join(ROOT, folder, module);
    const { staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
    const exported = staticExports.flatMap((statement) => statement.entries);
    return exported.map(({ exportName: { name } }) => {
      if (name === null) throw new Error(`${folder}: ${module} exports something without a name`);
      return name;
    });
  });
  return [...new Set(names)].sort();
}
