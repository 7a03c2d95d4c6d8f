import { readFile, rename, writeFile } from 'node:fs/promises';

let last: Promise<unknown> = Promise.resolve();

/** Adds an entry to the content source, beside those that are there. One after the other: each reads the whole file. */
export function addContent(path: string, entry: { oclId: string }): Promise<void> {
  const added = last.then(async () => {
    const text = await readFile(path, 'utf8').catch(() => '{"labs":[]}');
    const { labs = [] } = JSON.parse(text);
    await writeFile(`${path}.new`, JSON.stringify({ labs: [...labs, entry] }, null, 2));
    await rename(`${path}.new`, path);
  });
  last = added.catch(() => {});
  return added;
}
