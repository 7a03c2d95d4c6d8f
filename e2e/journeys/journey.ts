import type { Page } from '@playwright/test';
import { test } from '../test.ts';
import { Strip } from './strip.ts';

/** A named step of a journey on a page. If recording is on, a screenshot is added to the strip after the step. */
type Scene = (title: string, page: Page, play: () => Promise<void>) => Promise<void>;

/**
 * Journeys use only the keyboard. With `E2E_RECORD`, each is recorded in that directory: a trace and a strip of
 * screenshots.
 */
export const journey = test.extend<{ scene: Scene }>({
  keyboardAlone: true,
  scene: async ({ browser }, use, testInfo) => {
    // Journeys are long and slow on a busy machine.
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
