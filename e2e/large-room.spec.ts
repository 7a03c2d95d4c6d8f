import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '#contracts/local-accounts.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { makeLab } from './labs.ts';
import { addManyFiles } from './stack/crowded-lab.ts';
import { test } from './test.ts';

const COUNT = 10_000;

test(
  'a data room of 10,000 files scrolls, filters and searches without long tasks',
  { tag: '@release' },
  async ({ stack }, testInfo) => {
    testInfo.setTimeout(180_000);
    const lab = await makeLab(
      stack,
      privateKeyToAccount(localAccount('owner').privateKey),
      'Ten thousand files',
    );
    await addManyFiles(lab.oclId, COUNT);
    const chromium = await startBareChromium();
    try {
      const { cdp } = chromium;
      const page = await BarePage.open(cdp);
      // A background tab renders no frames.
      await page.send('Page.bringToFront');
      const trace = await TaskTrace.start(cdp);
      await page.goto(`${stack.webUrl}${labPath(lab.oclId, 'files')}?q=crowd`);
      await page.evaluate(`performance.mark('room opens')`);
      const rows = (count: number) =>
        `document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') === '${count + 1}'`;
      await page.until(rows(COUNT));
      const known = await page.evaluate<{ ms: number; requests: number; kB: number }>(`(() => {
        const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/graphql'));
        const bytes = asked.reduce((sum, { transferSize }) => sum + transferSize, 0);
        return { ms: Math.round(performance.now()), requests: asked.length, kB: Math.round(bytes / 1000) };
      })()`);
      console.log(
        `    all known ${known.ms} ms after the navigation, by ${known.requests} requests of ${known.kB} kB`,
      );
      // The files, the role of the visitor, and what the search finds beyond the beginnings of descriptions.
      expect(known.requests).toBeLessThanOrEqual(3);
      expect(known.kB).toBeLessThan(700);
      // Scrolls through the whole list, one screen at a time.
      await page.evaluate(`(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let step = 0; step <= 60; step += 1) {
        scrollTo(0, (document.body.scrollHeight * step) / 60);
        await frame();
        await frame();
      }
      scrollTo(0, 0);
    })()`);
      const search = `document.querySelector('input[type="search"]')`;
      for (const [text, count] of [
        ['crowd/zq-777', 11],
        ['zq-7777.csv', 1],
        ['', 1],
      ] as const) {
        await page.evaluate(`{
        const input = ${search};
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)});
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
        await page.until(rows(count));
      }
      const tasks = await trace.stop('room opens');
      const longest = Math.max(...tasks.map((task) => task.cpu));
      console.log(
        `    longest task of the main thread ${longest.toFixed(0)} ms of processor time, of ${tasks.length}`,
      );
      // CPU time, scaled to this machine's speed, so that other processes have no influence.
      expect(longest).toBeLessThan(await longestTaskAllowed(page));
    } finally {
      await chromium.close();
    }
  },
);
