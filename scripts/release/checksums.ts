import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const checksumFile = 'SHA256SUMS';

/** Writes the hashes of all files of a folder, in the order of their names, as `sha256sum -c` reads them. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(checksumFile)).sort();
  const lines = await Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    }),
  );
  await writeFile(join(folder, checksumFile), lines.join(''));
}
