import assert from 'node:assert/strict';
import { startBareChromium } from '../../e2e/browser/bare-chromium.ts';
import { BarePage } from '../../e2e/browser/bare-page.ts';
import { fillRoom } from '../data/fill-room.ts';
import { startLateProxy } from '../stack/late-proxy.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Row } from './row.ts';

const DELAY_MS = 100;

const nextPaint = `await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));`;
const sleep = (ms: number) => `await new Promise((resolve) => setTimeout(resolve, ${ms}));`;

export const labToRoom: Row = {
  name: 'W20',
  title: `from a lab to its data room, in Chromium, where each call of the API takes ${DELAY_MS} ms more`,
  note: 'From the click to the frame with the rows; wanted: 350 ms. The room has 198 files and a README with a picture. Each visit begins with a page that was loaded anew; scripts come from the cache of the browser.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const { lab } = await fillRoom(stack, 2);
    const web = await startWeb(context, {
      ...stack,
      url: await startLateProxy(context, stack.url, DELAY_MS),
    });
    const chromium = await startBareChromium();
    context.onEnd(() => chromium.close());
    const page = await BarePage.open(chromium.cdp);
    await page.send('Page.bringToFront');
    const labUrl = `${web.url}/labs/${lab.oclId}`;
    const visit = async (rests: boolean) => {
      await page.goto(labUrl);
      return page.evaluate<number>(`(async () => {
        const link = document.querySelector('nav[aria-label="Lab"] a[href$="/files"]');
        while (!Object.keys(link).some((name) => name.startsWith('__reactProps'))) { ${sleep(20)} }
        // The first input, which loads the code that knows intents.
        document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
        ${sleep(500)}
        if (${rests}) {
          link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          ${sleep(1_000)}
        }
        const begun = performance.now();
        link.click();
        while (!document.querySelector('[role="grid"] [data-entry]')) await new Promise(requestAnimationFrame);
        ${nextPaint}
        return performance.now() - begun;
      })()`);
    };
    // One answer of the API, and the rows.
    const bare = async () => {
      await page.goto(`${web.url}/robots.txt`);
      return page.evaluate<number>(`(async () => {
        const begun = performance.now();
        const answer = await fetch(${JSON.stringify(`${labUrl}/files`)});
        document.body.innerHTML = await answer.text();
        ${nextPaint}
        return performance.now() - begun;
      })()`);
    };
    return [
      { name: 'clicked at once', rests: false },
      { name: 'after the pointer rested on the link', rests: true },
    ].map(({ name, rests }) => ({
      name,
      figures: { ms: { better: 'less' } } as const,
      sides: {
        ours: { what: 'the web app', measure: async () => ({ ms: await visit(rests) }) },
        limit: {
          what: 'its page, fetched and put in place by two lines',
          measure: async () => ({ ms: await bare() }),
        },
      },
      async compare() {
        for (const way of [() => visit(rests), bare]) {
          await way();
          assert(await page.evaluate(`document.body.innerText.includes('protocol.md')`));
        }
      },
    }));
  },
};
