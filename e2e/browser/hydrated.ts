import type { Locator } from '@playwright/test';

/** Waits until a server-rendered element is hydrated. Earlier clicks would be lost. */
export async function untilHydrated(target: Locator): Promise<void> {
  const page = target.page();
  await untilTakenOver(page.locator('header button').first());
  // Some parts are hydrated only on user input.
  await page.mouse.move(1, 1);
  await untilTakenOver(target);
}

/** Waits for the hydration of an element that needs no user input. */
export async function untilTakenOver(target: Locator): Promise<void> {
  await target.page().waitForFunction(
    // React has no public API for this, so this looks for its internal property.
    (node) => node !== null && Object.keys(node).some((key) => key.startsWith('__reactProps$')),
    await target.elementHandle(),
  );
}
