import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { streamFile } from '@labroom/client/download/stream-file';
import { localAccount } from '@labroom/contracts/local-accounts';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import type { BarePage } from './bare-page.ts';

/** Who uploads large files. */
export const uploader = privateKeyToAccount(localAccount('owner').privateKey);

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

/** In the page: what the progress of uploads says, and long tasks. */
const watchProgress = `{
  const seen = new Set();
  window.uploadProgress = { sent: [], longTasks: [] };
  new MutationObserver(() => {
    const text = document.querySelector('[aria-label="Uploads"]')?.textContent.match(/[\\d.]+ .?B of [\\d.]+ .?B/)?.[0];
    if (text && !seen.has(text)) window.uploadProgress.sent.push(text);
    if (text) seen.add(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  performance.mark('upload begins');
  new PerformanceObserver((list) => {
    window.uploadProgress.longTasks.push(...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: 'longtask' });
}`;

/** The IVs of the uploads that the browser keeps. */
export const keptIvs = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('labroom-parts');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('uploads').objectStore('uploads').getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ sealing }) => [...sealing.iv].join()));
    };
  };
})`;

/** Chooses a file, and watches its progress. */
export async function begin(page: BarePage, file: string): Promise<void> {
  await page.evaluate(watchProgress);
  await beginUpload(page, file);
}

/** Decrypts and verifies with the client for programs, piece by piece. */
export async function expectStored(
  stack: LocalJson,
  oclId: string,
  path: string,
  sha256: string,
): Promise<void> {
  const { call } = await clientOf(stack).signIn(uploader);
  const { body, file } = await streamFile(call, { oclId, path });
  expect(file.encryption).not.toBeNull();
  const hash = createHash('sha256');
  for await (const piece of body) hash.update(piece);
  expect(hash.digest('hex')).toBe(sha256);
}
