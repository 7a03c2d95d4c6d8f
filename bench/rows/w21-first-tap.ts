import assert from 'node:assert/strict';
import { startBareChromium } from '../../e2e/browser/bare-chromium.ts';
import { BarePage } from '../../e2e/browser/bare-page.ts';
import { fillRoom } from '../data/fill-room.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Row } from './row.ts';

const REST_MS = 3_000;
const isShown = `document.querySelector('#file-filters')?.checkVisibility()`;

export const firstTap: Row = {
  name: 'W21',
  title: `the first tap on a page that nobody touched for ${REST_MS / 1_000} s: Filter in a data room, in Chromium`,
  note: 'From the press of the pointer to the frame with the filters; wanted: 200 ms. The cache of the browser is empty before each visit. The room has 198 files; the folder that is shown, 97.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const { lab } = await fillRoom(stack, 2);
    const web = await startWeb(context, stack);
    const chromium = await startBareChromium();
    context.onEnd(() => chromium.close());
    const page = await BarePage.open(chromium.cdp);
    await page.send('Page.bringToFront');
    const room = `${web.url}/labs/${lab.oclId}/files/plates/plate-01`;

    const visit = async () => {
      await page.send('Network.clearBrowserCache');
      await page.goto(room);
      await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${REST_MS}))`);
    };
    const tap = async (): Promise<number> => {
      const [x, y] = await page.evaluate<[number, number]>(`(() => {
        const { x, y, width, height } = document.querySelector('[aria-controls="file-filters"]').getBoundingClientRect();
        globalThis.tapped = new Promise((resolve) => addEventListener('pointerdown', async ({ timeStamp }) => {
          while (!(${isShown})) await new Promise(requestAnimationFrame);
          await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
          resolve(performance.now() - timeStamp);
        }, { once: true, capture: true }));
        return [x + width / 2, y + height / 2];
      })()`);
      const button = { x, y, button: 'left', buttons: 1, clickCount: 1 };
      await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
      await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, buttons: 0 });
      return page.evaluate<number>('globalThis.tapped');
    };
    const secondTap = async () => {
      await visit();
      await tap();
      await page.until(`document.querySelector('[aria-controls="file-filters"]').ariaExpanded === 'true'`);
      await page.evaluate(`document.querySelector('[aria-controls="file-filters"]').click()`);
      await page.until(`!(${isShown})`);
      return tap();
    };
    const firstTapOfVisit = async () => {
      await visit();
      return tap();
    };
    return [
      {
        name: 'cold page',
        figures: { ms: { better: 'less' } },
        sides: {
          ours: { what: 'the first tap', measure: async () => ({ ms: await firstTapOfVisit() }) },
          limit: { what: 'the second one', measure: async () => ({ ms: await secondTap() }) },
        },
        async compare() {
          for (const way of [firstTapOfVisit, secondTap]) {
            await way();
            await page.until(isShown);
            assert(await page.evaluate(`document.querySelector('#file-filters').innerText.length > 0`));
          }
        },
      },
    ];
  },
};
