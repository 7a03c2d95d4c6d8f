import type { BrowserContext } from '@playwright/test';

/** Counts the clicks of a mouse on all pages of a context. Keys also cause click events, which do not count. */
export async function countClicks(context: BrowserContext): Promise<() => Promise<number>> {
  let clicks = 0;
  await context.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    const count = ({ isTrusted, detail }: MouseEvent) => {
      if (isTrusted && detail > 0) countClick();
    };
    // Playwright stops a click that would hit another element at the window, and tries again.
    document.addEventListener('click', count, true);
  });
  return async () => {
    // The answer comes after all clicks that were reported before.
    await Promise.all(context.pages().map((page) => page.evaluate(() => undefined)));
    return clicks;
  };
}
