import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import {
  begin,
  expectStored,
  keptIvs,
  openRoom,
  uploader as owner,
  untilUploaded,
  writeRandomFile,
} from './browser/large-file.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { peakRendererMemory } from './browser/process-memory.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { makeLab } from './stack/labs.ts';
import { startLimitedWeb } from './stack/limited-web.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const MB = 1_000_000;
const mb = (bytes = 0) => `${Math.round(bytes / MB)} MB`;
/** Larger files are saved piece by piece. */
const SAVED_TO_DISK_FROM = 100 * 1_048_576;
const SLICE = 16 * 1_048_576;

interface Journey {
  bytes: number;
  /** Reloads the page when some of it was sent, and chooses the file again: the same, or one with another byte. */
  reloads?: 'same' | 'edited';
}

interface Outcome {
  seconds: number;
  progress: Progress;
  /** Of the main thread, in milliseconds. */
  longest: { cpu: number; wall: number };
  allowed: number;
  /** Bytes of the largest renderer at its peak, before the upload and with it. */
  memory: { before: number; after: number };
}

/** Uploads a file for the team in a tab, and compares what the API gives with the file. */
async function journey(stack: LocalJson, file: string, { bytes, reloads }: Journey): Promise<Outcome> {
  const lab = await makeLab(stack, owner, `Large ${randomUUID().slice(0, 8)}`);
  let sha256 = await writeRandomFile(file, bytes);
  const chromium = await startBareChromium();
  try {
    const { cdp } = chromium;
    await cdp.send('Storage.setCookies', { cookies: [await signInToWeb(stack, owner)] });
    const page = await BarePage.open(cdp);
    const room = `${stack.webUrl}${labPath(lab.oclId, 'files')}`;
    await openRoom(page, room);
    const before = (await peakRendererMemory(cdp)) ?? 0;
    const begun = performance.now();
    let kept: string[] | undefined;
    if (reloads) {
      await begin(page, file);
      await page.until('window.uploadProgress.sent.some((text) => !text.startsWith("0 "))');
      kept = await page.evaluate<string[]>(keptIvs);
      await openRoom(page, room);
      await page.until(`document.body.innerText.includes('was not uploaded')`);
      if (reloads === 'edited') sha256 = await changeOneByte(file);
    }
    const trace = await TaskTrace.start(cdp);
    await begin(page, file);
    if (kept) {
      await page.until('window.uploadProgress.sent.some((text) => !text.startsWith("0 "))');
      expect(kept).toHaveLength(1);
      // The key and IV go on for the same content alone.
      const now = await page.evaluate<string[]>(keptIvs);
      if (reloads === 'same') expect(now).toEqual(kept);
      else expect(now).not.toEqual(kept);
    }
    await untilUploaded(page, 20 * 60_000);
    const seconds = (performance.now() - begun) / 1000;
    expect(await page.evaluate<string[]>(keptIvs)).toEqual([]);
    const progress = await page.evaluate<Progress>('window.uploadProgress');
    const tasks = await trace.stop('upload begins');
    const longest = (unit: 'cpu' | 'wall') => Math.max(...tasks.map((task) => task[unit]));
    const after = (await peakRendererMemory(cdp)) ?? 0;
    const allowed = await longestTaskAllowed(page);
    const name = file.split('/').at(-1) ?? '';
    await expectStored(stack, lab.oclId, name, sha256);
    if (bytes > SAVED_TO_DISK_FROM) {
      await page.goto(`${stack.webUrl}${filePath(lab.oclId, name)}`);
      expect(await savedHashes(page)).toEqual(await hashesOf(file));
    }
    return {
      seconds,
      progress,
      longest: { cpu: longest('cpu'), wall: longest('wall') },
      allowed,
      memory: { before, after },
    };
  } finally {
    await chromium.close();
    await rm(file, { force: true });
  }
}

/** Saves the file of a page as its user does, into the private file system of the page, which is on the disk, too. */
async function savedHashes(page: BarePage): Promise<string[]> {
  await page.until(`document.body.innerText.includes('Download')`);
  await page.evaluate(`window.showSaveFilePicker = async () => {
    const folder = await navigator.storage.getDirectory();
    window.saved = await folder.getFileHandle('saved', { create: true });
    return window.saved;
  }`);
  const download = `[...document.querySelectorAll('main button, aside button, button')].find((one) => one.textContent.trim() === 'Download')`;
  // A click without a pointer is lost before React has taken over the button.
  await page.until(`Object.keys(${download} ?? {}).some((name) => name.startsWith('__reactProps$'))`);
  await page.evaluate(`${download}.click()`);
  await page.until(`document.body.innerText.includes('Saved ')`);
  await page.until(download, 20 * 60_000);
  return page.evaluate(`(async () => {
    const file = await window.saved.getFile();
    const hashes = [];
    for (let at = 0; at < file.size; at += ${SLICE}) {
      const digest = await crypto.subtle.digest('SHA-256', await file.slice(at, at + ${SLICE}).arrayBuffer());
      hashes.push(new Uint8Array(digest).toHex());
    }
    return hashes;
  })()`);
}

/** Changes a byte of the first part, and nothing that a file list shows. Returns the SHA-256. */
async function changeOneByte(file: string): Promise<string> {
  const { atime, mtimeMs } = await stat(file);
  const handle = await open(file, 'r+');
  const [at, byte] = [MB, Buffer.alloc(1)];
  await handle.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await handle.write(byte, 0, 1, at);
  await handle.close();
  // In the middle of the same millisecond, to which browsers round down and `mtime` of Node to the nearest.
  await utimes(file, atime, (Math.floor(mtimeMs) + 0.5) / 1_000);
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** SHA-256 of every slice of a file. */
async function hashesOf(file: string): Promise<string[]> {
  const hashes: string[] = [];
  const blob = await openAsBlob(file);
  for (let at = 0; at < blob.size; at += SLICE) {
    const slice = new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer());
    hashes.push(createHash('sha256').update(slice).digest('hex'));
  }
  return hashes;
}

function tell(bytes: number, { seconds, progress, longest, memory }: Outcome): void {
  console.log(
    [
      `    ${mb(bytes)} encrypted and uploaded in ${seconds.toFixed(1)} s`,
      `${progress.sent.length} states of progress seen`,
      `longest task of its main thread ${longest.cpu.toFixed(0)} ms of processor time, ${longest.wall.toFixed(0)} ms by the clock`,
      `long tasks as the page counts them: ${progress.longTasks.map(Math.round).join(', ') || 'none'}`,
      `renderer at most ${mb(memory.after)}, ${mb(memory.before)} before`,
    ].join('; '),
  );
}

test('an upload goes on after a reload, with the parts that were sent', async ({ stack }, testInfo) => {
  testInfo.setTimeout(180_000);
  const bytes = 60 * MB + 17;
  tell(bytes, await journey(stack, testInfo.outputPath('reloaded.bin'), { bytes, reloads: 'same' }));
});

test('a file that was edited meanwhile is uploaded anew, with another key', async ({ stack }, testInfo) => {
  testInfo.setTimeout(180_000);
  await journey(stack, testInfo.outputPath('edited.bin'), { bytes: 60 * MB + 17, reloads: 'edited' });
});

test(
  '200 MB go on after a reload, directly to the storage, while the page stays responsive',
  { tag: '@release' },
  async ({ stack }, testInfo) => {
    testInfo.setTimeout(600_000);
    const web = await startLimitedWeb({}, (url) => ({ STORAGE_URL: url }));
    try {
      const bytes = 200 * MB;
      const file = testInfo.outputPath('large.bin');
      const outcome = await journey({ ...stack, webUrl: web.url }, file, { bytes, reloads: 'same' });
      tell(bytes, outcome);
      expect(outcome.progress.sent.filter(isUnderWay).length).toBeGreaterThan(1);
      // CPU time, scaled to this machine's speed, so that other processes have no influence.
      expect(outcome.longest.cpu).toBeLessThan(outcome.allowed);
    } finally {
      await web.stop();
    }
  },
);

interface Progress {
  /** The distinct texts of the upload progress. */
  sent: string[];
  /** Durations in milliseconds of tasks that the browser reports as long tasks. */
  longTasks: number[];
}

/** Whether some but not all bytes are sent. */
function isUnderWay(progress: string): boolean {
  const [sent, total] = progress.split(' of ');
  return sent !== '0 B' && sent !== total;
}
