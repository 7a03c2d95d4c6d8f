import { open, rename } from 'node:fs/promises';

/** Writes a file so that a reader, also after a crash, finds either the former content or all of the new one. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const draft = `${file}.tmp`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
