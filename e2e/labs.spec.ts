import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const lipase = 'Thermostable Lipase Screen';
const soil = 'Alpine Soil Microbiome';
const coil = 'Low-field MRI Coil';

test('labs are filtered by verification and readiness and sorted, with all state in the URL', async ({
  page,
}) => {
  const cards = page.getByRole('main').getByRole('article');
  await page.goto('/labs');
  const verification = page.getByLabel('Verification');
  await untilHydrated(verification);
  await verification.selectOption('Verified');
  await expect(page).toHaveURL('/labs?verified=yes');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(lipase);
  await expect(cards.getByText('TRL 4')).toBeVisible();

  await verification.selectOption('Verified or not');
  await page.getByLabel('Readiness').selectOption('TRL 2 or higher');
  await expect(cards.getByRole('heading')).toHaveCount(3);
  await page.getByLabel('Readiness').selectOption('TRL 5 or higher');
  await expect(page.getByText('No lab matches.')).toBeVisible();

  await page.goto('/labs?sort=name&search=m');
  await expect(page.getByLabel('Order')).toHaveValue('name');
  await expect(cards.first()).toBeVisible();
  const names = (await cards.getByRole('heading').allTextContents()).map((name) => name.trim());
  expect(names.filter((name) => [lipase, soil, coil].includes(name))).toEqual([soil, coil, lipase]);
});

test('all labs have a page, and links that other programs print lead to a lab', async ({
  page,
  request,
  stack,
}) => {
  const cards = page.getByRole('main').getByRole('article');
  await page.goto('/labs');
  await expect(page.getByRole('heading', { name: 'Labs', level: 1 })).toBeVisible();
  await expect(cards.filter({ hasText: coil })).toHaveCount(1);
  await page.goto('/?search=lipase');
  await expect(page).toHaveURL('/labs?search=lipase');
  await page.goto('/projects/thermostable-lipase-screen');
  await expect(page).toHaveURL(labPath('thermostable-lipase-screen'));
  await expect(page.getByRole('heading', { name: lipase, level: 1 })).toBeVisible();
  const list = await request.get(`${stack.webUrl}/projects`, { maxRedirects: 0 });
  expect([list.status(), list.headers().location]).toEqual([308, '/labs']);
});

test('a signed-in user sees their labs by role, and filters stay', async ({ page }) => {
  await page.goto('/labs?sort=name');
  await new SiteHeader(page).connectAndSignIn('Contributor');
  const roles = page.getByRole('navigation', { name: 'Filter by my role' });
  await roles.getByRole('link', { name: 'As owner' }).click();
  await expect(page).toHaveURL('/labs?role=owner&sort=name');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.filter({ hasText: coil }).getByText('Owner')).toBeVisible();
  await expect(cards.filter({ hasText: soil })).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the overview of a lab, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test("shows the curators' data, and nothing if there is none", async ({ page }) => {
      const main = page.getByRole('main');
      await page.goto(labPath('thermostable-lipase-screen'));
      await expect(main.getByText('Verified', { exact: true })).toBeVisible();
      await expect(main.getByRole('img', { name: 'Level 4 of 9' })).toBeVisible();
      await expect(main.getByRole('listitem').filter({ hasText: 'Reproducibility' })).toContainText('0.45');
      await expect(main.getByText('1 of 3 done')).toBeVisible();
      await expect(main.getByText('Name a partner for a pilot')).toBeVisible();

      await page.goto(labPath('low-field-mri-coil'));
      await expect(main.getByRole('heading', { name: 'Newest files' })).toBeVisible();
      for (const name of ['Readiness', 'To do'])
        await expect(main.getByRole('heading', { name })).toHaveCount(0);
    });
  });
}
