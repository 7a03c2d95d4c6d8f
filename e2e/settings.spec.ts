import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

/** A red square of two by two pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

test('an owner renames the lab and gives it a picture; a stranger is told who may', async ({ newPerson }) => {
  const owner = await newPerson();
  const { page } = owner;
  const shortname = await new NewLabPage(page).create(`Settings ${randomUUID().slice(0, 8)}`);
  await page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Settings' }).click();

  const name = `Renamed ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('What we **do**.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(shortname));

  const mark = page.getByRole('main').locator('img').first();
  await expect(mark).toHaveCount(0);
  await page
    .getByLabel('Picture of the lab')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('dialog', { name: 'Choose what is shown' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect(page.getByText('The picture is shown on all pages.')).toBeVisible();
  await expect(mark).toHaveAttribute('src', /\/images\/[0-9a-f-]{36}\.webp$/);
  await expect(page.getByText('Nobody has asked for a key yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Picture of the lab').setInputFiles({
    name: 'a.gif',
    mimeType: 'image/gif',
    buffer: png,
  });
  await expect(page.getByText('Its bytes are not of the type that its name promises.')).toBeVisible();
  await expect(mark).toHaveAttribute('src', /\.webp$/);

  // The address from before the new name leads here too.
  const stranger = await newPerson();
  await stranger.page.goto(`/labs/${shortname}/settings`);
  await expect(stranger.page.getByText('Connect a wallet as an owner')).toBeVisible();
  await new SiteHeader(stranger.page).connectAndSignIn();
  await expect(stranger.page.getByText('has no role here')).toBeVisible();
  await expect(stranger.page.getByLabel('Name', { exact: true })).toHaveCount(0);
});
