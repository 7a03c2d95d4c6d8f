import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFaucet } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { makeLab } from './stack/labs.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const COUNT = 200;

test(
  'two hundred files, half of them encrypted, are uploaded while the page stays responsive',
  { tag: '@release' },
  async ({ stack }, testInfo) => {
    testInfo.setTimeout(240_000);
    const owner = await openFaucet(stack.rpcUrl).fundedWallet();
    const lab = await makeLab(stack, owner, `Many files ${randomUUID().slice(0, 8)}`);
    const folder = testInfo.outputPath('files');
    await mkdir(folder, { recursive: true });
    const files = Array.from({ length: COUNT }, (_, index) => join(folder, `plate-${index}.csv`));
    for (const [index, file] of files.entries()) await writeFile(file, randomBytes(1000 + 200 * index));
    const chromium = await startBareChromium();
    try {
      const { cdp } = chromium;
      await cdp.send('Storage.setCookies', { cookies: [await signInToWeb(stack, owner)] });
      const page = await BarePage.open(cdp);
      // A background tab renders no frames.
      await page.send('Page.bringToFront');
      await page.goto(`${stack.webUrl}${labPath(lab.oclId, 'files')}`);
      const input = 'input[aria-label="Choose files"]';
      await page.until(`document.querySelector('${input}')`);
      const trace = await TaskTrace.start(cdp);
      await page.evaluate(`performance.mark('uploads begin')`);

      await page.setFiles(input, files.slice(0, COUNT / 2));
      await page.until(button('Encrypt and upload'));
      await page.evaluate(`${button('Encrypt and upload')}.click()`);
      await page.until(`!document.querySelector('[role="dialog"]')`);
      // The second half is dropped while the first is being uploaded.
      await page.setFiles(input, files.slice(COUNT / 2));
      await page.until(everyone);
      await page.evaluate(`${everyone}.click()`);
      await page.until(button('Upload for everyone'));
      await page.evaluate(`${button('Upload for everyone')}.click()`);
      await page.until(
        `document.querySelector('[aria-label="Uploads"] h2')?.textContent === '${COUNT} files uploaded'`,
      );
      await page.until(
        `document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') === '${COUNT + 1}'`,
      );
      const tasks = await trace.stop('uploads begin');
      const longest = (unit: 'cpu' | 'wall') => Math.max(...tasks.map((task) => task[unit]));
      console.log(
        `    longest task of the main thread ${longest('cpu').toFixed(0)} ms of processor time, ${longest('wall').toFixed(0)} ms by the clock, of ${tasks.length}`,
      );
      // CPU time, scaled to this machine's speed, so that other processes have no influence.
      expect(longest('cpu')).toBeLessThan(await longestTaskAllowed(page));
    } finally {
      await chromium.close();
    }
  },
);

const button = (text: string) =>
  `[...document.querySelectorAll('[role="dialog"] button:enabled')].find((one) => one.textContent === '${text}')`;

const everyone = `[...document.querySelectorAll('[role="dialog"] label')].find((one) => one.textContent.startsWith('Everyone'))`;
