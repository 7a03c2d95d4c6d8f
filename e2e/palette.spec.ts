import { localAccount } from '@labroom/contracts/local-accounts';
import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { colorSchemes } from './browser/color-schemes.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { test } from './test.ts';

const opener = (page: Page) => page.getByRole('button', { name: 'Search or go to' });
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const option = (page: Page, name: string) => page.getByRole('option', { name });
const lab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Labs' }).getByRole('option', { name });

async function openPalette(page: Page): Promise<void> {
  await untilHydrated(opener(page));
  await page.keyboard.press('Control+K');
  await expect(field(page)).toBeFocused();
}

test('the palette opens a page, a lab and a file with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await openPalette(page);
  await page.keyboard.type('activ');
  await expect(option(page, 'Activity').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/activity');

  await openPalette(page);
  await page.keyboard.type('lipase');
  await expect(lab(page, 'Thermostable Lipase Screen')).toBeVisible();
  // The list before typing has it too.
  await expect(lab(page, 'Sodium Battery Cycling')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(labPath('thermostable-lipase-screen'));

  await openPalette(page);
  await page.getByRole('group', { name: 'This lab' }).getByRole('option', { name: 'Members' }).click();
  await expect(page).toHaveURL(labPath('thermostable-lipase-screen', 'members'));

  await openPalette(page);
  await page.keyboard.type('bill of materials');
  await expect(option(page, 'bill-of-materials.csv')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(filePath('low-field-mri-coil', 'bill-of-materials.csv'));
});

test('the palette takes what is typed before its code is loaded', async ({ page }) => {
  await page.goto('/');
  await untilHydrated(opener(page));
  await page.keyboard.press('Control+K');
  await page.keyboard.type('lipase');
  await expect(lab(page, 'Thermostable Lipase Screen')).toBeVisible();
  await expect(field(page)).toHaveValue('lipase');
});

test('the palette searches everything, finds an address and an oclId, and changes the theme', async ({
  page,
}) => {
  const { address } = localAccount('agent');
  await page.goto('/search');
  await openPalette(page);
  await page.keyboard.type('melting curve');
  await option(page, 'in all files and announcements').click();
  await expect(page).toHaveURL('/search?q=melting+curve');

  await openPalette(page);
  await page.keyboard.type(address);
  await option(page, 'Onchain activity of this address').click();
  await expect(page).toHaveURL(`/activity?show=onchain&wallet=${address.toLowerCase()}`);

  await openPalette(page);
  await page.keyboard.type('dark');
  await option(page, 'Dark theme').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
});

for (const colorScheme of colorSchemes) {
  test(`the palette is accessible, traps the focus and restores it, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await untilHydrated(opener(page));
    await opener(page).click();
    await expectAccessible(page);
    await field(page).fill('soil');
    await expect(lab(page, 'Alpine Soil Microbiome')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener(page)).toBeFocused();
  });
}

test('the palette offers to connect a wallet, and reports that the service does not respond', async ({
  page,
}) => {
  await page.goto('/');
  await openPalette(page);
  await page.route('**/api/graphql', (route) => route.abort());
  await page.keyboard.type('lipase');
  await expect(page.getByRole('alert')).toContainText('could not be searched');
  await page.unroute('**/api/graphql');
  await field(page).fill('connect');
  await option(page, 'Connect wallet').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Viewer', exact: true })).toBeVisible();
});
