import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectContrast } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { recordScripts } from './browser/record-scripts.ts';
import { test } from './test.ts';

const lab = { name: 'Thermostable Lipase Screen', shortname: 'thermostable-lipase-screen' };

test.describe('a visitor whose browser runs no scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('finds a lab, reads about it and sees the files of its data room', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'A data room for research', level: 1 })).toBeVisible();
    const picture = page.getByRole('figure');
    const all = /^opens (\d+) of \1 files$/;
    await expect(picture.getByText(all)).toBeHidden();
    await picture.getByRole('radio', { name: 'The team' }).check();
    await expect(picture.getByText(all)).toBeVisible();
    await page.getByRole('article').getByRole('link', { name: lab.name }).click();

    await expect(page).toHaveURL(labPath(lab.shortname));
    await expect(page.getByRole('heading', { name: lab.name, level: 1 })).toBeVisible();
    await expect(page.getByText('Directed evolution of a fungal lipase')).toBeVisible();
    await page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Files' }).click();

    await expect(page).toHaveURL(labPath(lab.shortname, 'files'));
    const files = page.getByRole('grid', { name: 'Files' });
    await expect(files.getByRole('link', { name: 'README.md' })).toBeVisible();
    await files.getByRole('link', { name: 'team' }).click();
    await expect(page).toHaveURL(labPath(lab.shortname, 'files', ['team']));
    const secret = files.getByRole('row').filter({ hasText: 'ranked-hits.csv' });
    await expect(secret.getByText('Team')).toBeVisible();

    await page.goto(`${labPath(lab.shortname, 'files')}?file=README.md`);
    await expect(
      page.getByRole('tabpanel').getByRole('heading', { name: 'Thermostable lipase screen' }),
    ).toBeVisible();
    const plate = page.getByRole('img', { name: 'Plate 7, slope after an hour' });
    await expect
      .poll(() => plate.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test('a double click opens a folder and a file, whose link can be copied', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(labPath(lab.shortname, 'files'));
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await untilHydrated(row('protocols').getByRole('link'));
  await row('protocols').getByText('3 files').dblclick();
  await expect(page).toHaveURL(labPath(lab.shortname, 'files', ['protocols']));
  await row('activity-assay.md').getByText('Everyone').dblclick();
  const path = filePath(lab.shortname, 'protocols/activity-assay.md');
  await expect(page).toHaveURL(path);
  await page.getByRole('button', { name: 'Copy a link to this file' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(`${stack.webUrl}${path}`);
});

test('public pages load no wallet code', async ({ page }) => {
  const scripts = recordScripts(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await scripts()).not.toEqual([]);
  for (const script of await scripts()) expect(script).not.toContain('wallet_requestPermissions');
});

const pages = [
  '/',
  '/how-it-works',
  '/activity',
  '/search',
  '/search?q=round&kind=file&tag=round-3',
  labPath(lab.shortname),
  labPath(lab.shortname, 'files'),
  labPath(lab.shortname, 'activity'),
  labPath(lab.shortname, 'members'),
  labPath(lab.shortname, 'tokenize'),
  '/labs/new',
  '/account',
  '/inbox',
  '/verify',
  '/verify/encryption',
];

for (const path of pages) {
  const title = `axe finds nothing serious on ${path}, light and dark, and narrow screens do not scroll sideways`;
  test(title, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overhang).toBeLessThanOrEqual(0);
  });
}
