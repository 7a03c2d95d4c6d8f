import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** sha256 of every Solidity source with its path. */
export async function hashOfSources(): Promise<string> {
  const root = join(import.meta.dirname, 'src');
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.sol')).sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\n`).update(await readFile(join(root, file)));
  return digest.digest('hex');
}
