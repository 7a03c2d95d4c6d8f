import type { Locator } from '@playwright/test';

/** Waits until scripts have taken over an element that the server has sent: a click before that is lost. */
export async function untilHydrated(target: Locator): Promise<void> {
  const page = target.page();
  await untilTakenOver(page.locator('header button').first());
  // Some parts wait for a sign of somebody at the page.
  await page.mouse.move(1, 1);
  await untilTakenOver(target);
}

/** The same, for what becomes live without anybody at the page. */
export async function untilTakenOver(target: Locator): Promise<void> {
  await target.page().waitForFunction(
    // React leaves its own marks on what it looks after; there is no public one.
    (node) => node !== null && Object.keys(node).some((key) => key.startsWith('__reactProps$')),
    await target.elementHandle(),
  );
}
