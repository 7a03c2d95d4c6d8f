import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { BarePage } from './bare-page.ts';

const input = 'input[aria-label="Choose files"]';

/** Writes a file that cannot be compressed. Returns its SHA-256. */
export async function writeRandomFile(file: string, size: number): Promise<string> {
  const handle = await open(file, 'w');
  const hash = createHash('sha256');
  const chunk = randomBytes(1024 * 1024);
  for (let written = 0; written < size; written += chunk.length) {
    // No two chunks are the same.
    chunk.writeUIntBE(written, 0, 6);
    const some = chunk.subarray(0, Math.min(chunk.length, size - written));
    hash.update(some);
    await handle.write(some);
  }
  await handle.close();
  return hash.digest('hex');
}

/** Opens a data room. */
export async function openRoom(page: BarePage, url: string): Promise<void> {
  await page.goto(url);
  await page.until(`document.querySelector('${input}')`);
}

/** Chooses a file in an open data room, and confirms. */
export async function beginUpload(page: BarePage, file: string): Promise<void> {
  await page.setFiles(input, [file]);
  const confirm = `[...document.querySelectorAll('[role="dialog"] button:enabled')].find((one) => one.textContent === 'Encrypt and upload')`;
  await page.until(confirm);
  await page.evaluate(`${confirm}.click()`);
}

/** Waits until the page says that the file was uploaded. */
export function untilUploaded(page: BarePage, within: number): Promise<void> {
  return page.until(
    `document.querySelector('[aria-label="Uploads"] h2')?.textContent === 'One file uploaded'`,
    within,
  );
}
