import { randomBytes, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '#contracts/local-accounts.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { MAX_FILE_BYTES } from '#lib/upload/upload-item.ts';
import { startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { peakRendererMemory } from './browser/process-memory.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const mb = (bytes: number | undefined) => (bytes === undefined ? 'unknown' : `${Math.round(bytes / 1e6)} MB`);

test(
  'the largest file is encrypted and uploaded while the page stays responsive',
  { tag: '@release' },
  async ({ stack }, testInfo) => {
    testInfo.setTimeout(60_000);
    const name = `largest-${randomUUID()}.bin`;
    const file = testInfo.outputPath(name);
    await writeRandomFile(file, MAX_FILE_BYTES);
    const chromium = await startBareChromium();
    try {
      const { cdp } = chromium;
      const cookie = await signInToWeb(stack, privateKeyToAccount(localAccount('owner').privateKey));
      await cdp.send('Storage.setCookies', { cookies: [cookie] });
      const page = await BarePage.open(cdp);
      await page.goto(`${stack.webUrl}${labPath(lab, 'files')}`);
      await page.until(`document.querySelector('input[aria-label="Choose files"]')`);
      const memoryBefore = await peakRendererMemory(cdp);

      const trace = await TaskTrace.start(cdp);
      await page.evaluate(watchProgress);
      await page.setFiles('input[aria-label="Choose files"]', [file]);
      const begun = performance.now();
      await page.until(button('Encrypt and upload', ':enabled'));
      await page.evaluate(`${button('Encrypt and upload', ':enabled')}.click()`);
      await page.until(
        `document.querySelector('[aria-label="Uploads"] h2')?.textContent === 'One file uploaded'`,
      );
      const seconds = (performance.now() - begun) / 1000;

      const { sent, longTasks } = await page.evaluate<Progress>('window.uploadProgress');
      const tasks = await trace.stop('upload begins');
      const longest = (unit: 'cpu' | 'wall') => Math.max(...tasks.map((task) => task[unit]));
      const memoryAfter = await peakRendererMemory(cdp);
      console.log(
        [
          `    ${mb(MAX_FILE_BYTES)} encrypted and uploaded in ${seconds.toFixed(1)} s`,
          `${sent.length} states of progress seen`,
          `longest task of its main thread ${longest('cpu').toFixed(0)} ms of processor time, ${longest('wall').toFixed(0)} ms by the clock`,
          `long tasks as the page counts them: ${longTasks.map(Math.round).join(', ') || 'none'}`,
          `renderer at most ${mb(memoryAfter)}, ${mb(memoryBefore)} before`,
        ].join('; '),
      );
      expect(sent.filter(isUnderWay).length).toBeGreaterThan(1);
      // CPU time, scaled to this machine's speed, so that other processes have no influence.
      expect(longest('cpu')).toBeLessThan(await longestTaskAllowed(page));
    } finally {
      await chromium.close();
      await rm(file, { force: true });
    }
  },
);

interface Progress {
  /** The distinct texts of the upload progress. */
  sent: string[];
  /** Durations in milliseconds of tasks that the browser reports as long tasks. */
  longTasks: number[];
}

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

const button = (text: string, state = '') =>
  `[...document.querySelectorAll('[role="dialog"] button${state}')].find((one) => one.textContent === '${text}')`;

/** Whether some but not all bytes are sent. */
function isUnderWay(progress: string): boolean {
  const [sent, total] = progress.split(' of ');
  return sent !== '0 B' && sent !== total;
}

async function writeRandomFile(file: string, size: number): Promise<void> {
  const handle = await open(file, 'w');
  const chunk = randomBytes(1024 * 1024);
  for (let written = 0; written < size; written += chunk.length) {
    await handle.write(chunk, 0, Math.min(chunk.length, size - written));
  }
  await handle.close();
}
