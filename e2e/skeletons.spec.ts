import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

/** Holds what the page asks for when a link is followed. Returns a function that lets it through. */
async function holdNavigations(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      await gate.promise;
      await route.continue();
    },
  );
  return gate.resolve;
}

const isSkeleton = (element: Element) =>
  getComputedStyle(element, '::after').content === '""' &&
  [...element.children].every((child) => getComputedStyle(child).opacity === '0');

test('while a link loads, a skeleton stands in the place of what it replaces, and nowhere else', async ({
  page,
}) => {
  await page.goto(labPath(lab, 'members'));
  const main = page.getByRole('main');
  const section = page.locator('.lab-section');
  let release = await holdNavigations(page);
  const tab = page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Activity' });
  await untilHydrated(tab);
  await tab.click();
  await expect.poll(() => section.evaluate(isSkeleton)).toBe(true);
  expect(await main.evaluate(isSkeleton)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL(labPath(lab, 'activity'));
  await expect.poll(() => section.evaluate(isSkeleton)).toBe(false);

  await page.unroute(() => true);
  release = await holdNavigations(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'How it works' }).click();
  await expect.poll(() => main.evaluate(isSkeleton)).toBe(true);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible();
  expect(await main.evaluate(isSkeleton)).toBe(false);
});

test('pages keep their status, and can be read without scripts', async ({ browser, baseURL, request }) => {
  for (const path of [
    '/labs/no-such-lab',
    '/labs/no-such-lab/files',
    `${labPath(lab)}/releases/999`,
    '/none',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/', '/activity', labPath(lab), labPath(lab, 'files'), labPath(lab, 'activity')]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible();
  }
  await context.close();
});
