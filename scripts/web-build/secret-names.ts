import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Files that declare all environment variables. */
const environments = ['service/platform/config/env.ts', 'web/config/env.ts'];

const isSecret = (name: string) => /SECRET|KEY|CREDENTIAL|TOKEN|PASSWORD|AUTH|DATABASE|RPC_URL/.test(name);

/** Names of variables whose value or existence a browser must not know. */
export async function secretNames(root: string): Promise<string[]> {
  const sources = await Promise.all(environments.map((file) => readFile(path.join(root, file), 'utf8')));
  const names = sources.flatMap((source) => [...source.matchAll(/^\s+([A-Z][A-Z\d]*(?:_[A-Z\d]+)+):/gm)]);
  const secret = new Set(names.map(([, name]) => name ?? '').filter(isSecret));
  // Fails if the declarations have another form, which would find no names.
  for (const known of ['SERVICE_CREDENTIAL', 'KMS_MASTER_KEY', 'DATABASE_URL']) {
    if (!secret.has(known)) throw new Error(`${environments.join(' and ')} do not name ${known}`);
  }
  return [...secret];
}

/** Occurrences of these words in the static files of a build. */
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
