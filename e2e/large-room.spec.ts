import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { labPath } from '#lib/api/lab-reference.ts';
import { startBareChromium } from './browser/bare-chromium.ts';
import { BarePage } from './browser/bare-page.ts';
import { longestTaskAllowed } from './browser/longest-task.ts';
import { TaskTrace } from './browser/task-trace.ts';
import { addManyFiles } from './stack/crowded-lab.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

const COUNT = 10_000;
/** Screens that the test scrolls through. */
const STEPS = 60;

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
        const names = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/room.json'));
        const loaded = [...performance.getEntriesByType('navigation'), ...names, ...asked];
        const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
        return { ms: Math.round(performance.now()), requests: asked.length, kB: Math.round(bytes / 1000) };
      })()`);
      console.log(
        `    all known ${known.ms} ms after the navigation, with ${known.kB} kB of page and names and ${known.requests} requests`,
      );
      // The role of the visitor, and what the search finds beyond the beginnings of descriptions.
      expect(known.requests).toBeLessThanOrEqual(2);
      expect(known.kB).toBeLessThan(700);
      // Scrolls through the whole list, one screen at a time.
      const before = await layoutsOf(page);
      const mostRows = await page.evaluate<number>(`(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      let mostRows = 0;
      for (let step = 0; step <= ${STEPS}; step += 1) {
        scrollTo(0, (document.body.scrollHeight * step) / ${STEPS});
        await frame();
        await frame();
        mostRows = Math.max(mostRows, document.querySelectorAll('[data-entry]').length);
      }
      scrollTo(0, 0);
      return mostRows;
    })()`);
      const layouts = ((await layoutsOf(page)) - before) / STEPS;
      console.log(`    at most ${mostRows} rows in the document, ${layouts.toFixed(1)} layouts per screen`);
      // Those on the screen and ten on each side, all laid out together.
      expect(mostRows).toBeLessThanOrEqual(60);
      expect(layouts).toBeLessThan(5);
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

async function layoutsOf(page: BarePage): Promise<number> {
  await page.send('Performance.enable');
  const { metrics } = await page.send<{ metrics: { name: string; value: number }[] }>(
    'Performance.getMetrics',
  );
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
}
