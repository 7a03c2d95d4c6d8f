import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IgnoreFile, ignoreFiles } from '@labroom/protocol/litter';

/** Longer ones are not read. */
const mostIgnoreBytes = 1_000_000;

/** A path that is left out, and why. */
export interface Skipped {
  path: string;
  reason: string;
}

interface NamedEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

interface FolderEntries {
  /** Entries whose names are text. */
  named: NamedEntry[];
  /** Entries whose names are bytes that are no UTF-8. */
  withoutText: Dirent<Buffer>[];
}

/** Lists a folder. Names are read as bytes: as text, a name that is no UTF-8 would be the name of nothing. */
export async function readFolder(folder: string): Promise<FolderEntries> {
  const found: FolderEntries = { named: [], withoutText: [] };
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const name = textOf(entry.name);
    if (name === null) found.withoutText.push(entry);
    else found.named.push({ name, kind: kindOf(entry) });
  }
  return found;
}

function kindOf(entry: Dirent<Buffer>): NamedEntry['kind'] {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The text of a name; `null` if it is not UTF-8. */
function textOf(name: Buffer): string | null {
  const text = name.toString('utf8');
  return Buffer.from(text, 'utf8').equals(name) ? text : null;
}

/** A name that is no text, for people: bytes that are not ASCII as `\\xff`. */
const shownName = (name: Buffer) =>
  Array.from(name, (byte) =>
    byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');

const NO_TEXT = 'its name is not text in UTF-8';

/** Every file with a name that is no text, and every file below such a folder. */
export async function filesWithoutText(
  folder: string | Buffer,
  entries: readonly Dirent<Buffer>[],
  above: string,
): Promise<Skipped[]> {
  const found: Skipped[] = [];
  for (const entry of entries) {
    const path = `${above}${textOf(entry.name) ?? shownName(entry.name)}`;
    if (!entry.isDirectory()) {
      found.push({ path, reason: NO_TEXT });
      continue;
    }
    const inner = Buffer.concat([Buffer.from(folder), Buffer.from('/'), entry.name]);
    const below = await readdir(inner, { withFileTypes: true, encoding: 'buffer' }).catch(() => null);
    if (below === null || below.length === 0) found.push({ path: `${path}/`, reason: NO_TEXT });
    else found.push(...(await filesWithoutText(inner, below, `${path}/`)));
  }
  return found;
}

/** The ignore files of a folder. Errors: of the file system; without its rules nothing of the folder may be uploaded. */
export async function readIgnoreFiles(
  folder: string,
  above: string,
  entries: readonly NamedEntry[],
): Promise<IgnoreFile[]> {
  const rules: IgnoreFile[] = [];
  for (const name of ignoreFiles) {
    const isHere = entries.some((entry) => entry.name === name && entry.kind === 'file');
    const size = isHere ? (await lstat(join(folder, name))).size : 0;
    if (size > 0 && size <= mostIgnoreBytes)
      rules.push({ folder: above, name, text: await readFile(join(folder, name), 'utf8') });
  }
  return rules;
}

export const isFileSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;
