import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Secret } from '../browser/secret.ts';

/** Files under a directory that contain one of the secrets: logs, stored objects, database and chain alike. */
export async function filesWith(directory: string, secrets: readonly Secret[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readUnlessGone(file);
    if (secrets.some((secret) => secret.isIn(content))) found.push(file);
  }
  return found;
}

/** PostgreSQL deletes files of its own while it runs. */
async function readUnlessGone(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
