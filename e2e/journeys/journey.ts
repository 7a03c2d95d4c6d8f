import type { Page } from '@playwright/test';
import { test } from '../test.ts';
import { Strip } from './strip.ts';

/** A named step of a journey on somebody's page; where journeys are recorded, the page is in the strip as it was left. */
type Scene = (title: string, page: Page, play: () => Promise<void>) => Promise<void>;

/** Journeys are walked with the keyboard alone; with `E2E_RECORD` each is recorded there: a trace, and a strip of pictures. */
export const journey = test.extend<{ scene: Scene }>({
  keyboardAlone: true,
  scene: async ({ browser }, use, testInfo) => {
    // Whole journeys: a machine that is busy takes its time for them.
    testInfo.setTimeout(300_000);
    const strip = process.env.E2E_RECORD ? new Strip(testInfo) : null;
    await use((title, page, play) =>
      test.step(title, async () => {
        await play();
        await strip?.add(title, page);
      }),
    );
    await strip?.finish(browser);
  },
});
