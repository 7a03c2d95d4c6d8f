import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Public repositories with files of text, tables, office programs and archives, by the folder of their clone: `owner+name`. */
export const repositories = [
  'SheetJS+test_files',
  'apache+poi',
  'chardet+chardet',
  'datagouv+csv-detective',
  'duckdb+duckdb',
  'eea+odfpy',
  'frictionlessdata+frictionless-py',
  'jgm+pandoc',
  'jupyter+nbformat',
  'python-openxml+python-docx',
  'scanny+python-pptx',
  'tafia+calamine',
  'tidyverse+readxl',
  'wireservice+csvkit',
] as const;

/** Larger files, protected ones, and those made to break programs are other questions. */
const LARGEST = 5_000_000;
const LEFT_OUT = /(^|\/)\.git\/|crash|fuzz|protect|encrypt|password|bomb/i;

export interface RealFile {
  path: string;
  name: string;
  /** Without a point, in small letters. */
  extension: string;
}

/** Files of the clones, at most so many of each extension: always the same ones of the same clones. */
export async function realFiles(clones: string, mostOfAKind: number): Promise<RealFile[]> {
  const found: RealFile[] = [];
  for (const repository of repositories) {
    const folder = join(clones, repository);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || LEFT_OUT.test(path.slice(clones.length))) continue;
      found.push({ path, name: entry.name, extension: extname(entry.name).slice(1).toLowerCase() });
    }
  }
  const hashed = found.map((file) => ({
    file,
    hash: createHash('sha256').update(file.path.slice(clones.length)).digest('hex'),
  }));
  hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const counts = new Map<string, number>();
  const taken: RealFile[] = [];
  for (const { file } of hashed) {
    const count = counts.get(file.extension) ?? 0;
    if (count >= mostOfAKind || (await stat(file.path)).size > LARGEST) continue;
    counts.set(file.extension, count + 1);
    taken.push(file);
  }
  return taken;
}
