import { expect } from '@playwright/test';
import { untilTakenOver } from './browser/hydrated.ts';
import { test } from './test.ts';

const started = 'header button';

test('a page can be read, and its links followed, before the framework starts, which waits for the first paint', async ({
  page,
}) => {
  // Frames are held until the test lets them go.
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = [];
    const paint = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => held.push(callback);
    const letGo = () => {
      window.requestAnimationFrame = paint;
      for (const callback of held) paint(callback);
    };
    Object.assign(window, { held, letGo });
  });
  await page.goto('/');
  await page.waitForFunction(() => Reflect.get(window, 'held').length > 0);
  const isTouched = () =>
    page
      .locator(started)
      .first()
      .evaluate((node) => Object.keys(node).some((name) => name.startsWith('__react')));
  expect(await isTouched()).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'How it works' }).first().click();
  await expect(page).toHaveURL('/how-it-works');

  await page.waitForFunction(() => Reflect.get(window, 'held').length > 0);
  await page.evaluate(() => Reflect.get(window, 'letGo')());
  await untilTakenOver(page.locator(started).first());
});

test('a page that is opened in the background starts without being painted', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/');
  await untilTakenOver(page.locator(started).first());
});
