import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files that name everything that is read from the environment. */
const environments = ['service/platform/config/env.ts', 'web/env.ts'];

const isSecret = (name: string) => /SECRET|KEY|CREDENTIAL|TOKEN|PASSWORD|AUTH|DATABASE|RPC_URL/.test(name);

/** Names of variables that hold something a browser must not know, or know of. */
export async function secretNames(root: string): Promise<string[]> {
  const sources = await Promise.all(environments.map((file) => readFile(path.join(root, file), 'utf8')));
  const names = sources.flatMap((source) => [...source.matchAll(/^\s+([A-Z][A-Z\d]*(?:_[A-Z\d]+)+):/gm)]);
  const secret = new Set(names.map(([, name]) => name ?? '').filter(isSecret));
  // Were the environment declared in another way, this would look for nothing and find nothing.
  for (const known of ['SERVICE_CREDENTIAL', 'KMS_MASTER_KEY', 'DATABASE_URL']) {
    if (!secret.has(known)) throw new Error(`${environments.join(' and ')} do not name ${known}`);
  }
  return [...secret];
}

/** What of these words stands in files that every browser may load, and where. */
export async function findInStaticFiles(
  buildDirectory: string,
  words: readonly string[],
): Promise<{ file: string; word: string }[]> {
  const directory = path.join(buildDirectory, 'static');
  const found: { file: string; word: string }[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    for (const word of words) if (content.includes(word)) found.push({ file, word });
  }
  return found;
}
