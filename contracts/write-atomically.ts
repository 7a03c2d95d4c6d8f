import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Replaces a file with a text. Readers see the former content or the new one, also after a crash. */
export async function writeAtomically(path: string, text: string, mode = 0o644): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    // Must be new: nobody else may have opened a file that will hold secrets.
    const file = await open(beside, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
