import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { colorSchemes } from './browser/color-schemes.ts';
import { test } from './test.ts';

/** Makes a request of the page header fail once. No nested error page can handle an error of the root layout. */
async function breakFrameOnce(page: Page) {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken')) return;
    sessionStorage.setItem('broken', 'yes');
    Object.defineProperty(navigator, 'platform', {
      get() {
        throw new Error('an internal detail');
      },
    });
  });
}

for (const colorScheme of colorSchemes) {
  test(`if the root layout fails, a ${colorScheme} error page is shown and can be reloaded`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await breakFrameOnce(page);
    await page.goto('/search?q=round');
    await expect(
      page.getByRole('heading', { name: 'This page could not be shown.', level: 1 }),
    ).toBeVisible();
    await expect(page).toHaveTitle('This page could not be shown · Labroom');
    await expect(page.locator('html')).not.toContainText('internal detail');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/search?q=round');
  });
}

test('the error page keeps the chosen theme', async ({ page, context, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await context.addCookies([{ name: 'labroom-theme', value: 'dark', url: baseURL ?? '' }]);
  await breakFrameOnce(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});
