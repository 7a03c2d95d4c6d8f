import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

test('a user without an extension tries the app with a local account', async ({ page }) => {
  await page.goto(`/labs/${lab}/files/team`);
  const header = new SiteHeader(page);
  await header.connectAndSignIn('Viewer');
  const room = new DataRoomPage(page);
  await room.openFile('ranked-hits.csv');
  await expect(room.file.preview.getByRole('cell', { name: 'L3-0161' })).toBeVisible();

  await page.reload();
  await expect(header.account).toBeVisible();
  await expect(room.file.preview.getByRole('cell', { name: 'L3-0161' })).toBeVisible();

  await header.leave();
  await expect(header.connectButton).toBeVisible();
  await expect(room.file.preview.getByText('Encrypted', { exact: true })).toBeVisible();
});

test('a newcomer starts as a contributor from the front page', async ({ page }) => {
  await page.goto('/');
  const start = page.getByRole('button', { name: 'Start as a contributor' });
  await untilHydrated(start);
  await start.click();
  await expect(page).toHaveURL(/\/labs\/.+\/files$/);
  const { address } = localAccount('contributor');
  await expect(new SiteHeader(page).account).toHaveAccessibleName(new RegExp(address.slice(0, 6), 'i'));
});

test('a user who declines to sign stays signed out and can try again', async ({ newPerson }) => {
  const { page, wallet, account } = await newPerson();
  await page.goto('/');
  const header = new SiteHeader(page);
  await header.connect();
  wallet.decline('personal_sign');
  await header.signInButton.click();
  await expect(page.getByText('You declined the request in your wallet.')).toBeVisible();
  await expect(header.signInButton).toBeVisible();
  await header.signIn();
  await expect(header.account).toHaveAccessibleName(new RegExp(account.address.slice(0, 6), 'i'));
});

test('the offered accounts are those of the local chain', async ({ page }) => {
  await page.goto('/');
  const header = new SiteHeader(page);
  await header.connect('Outsider');
  const { address } = localAccount('outsider');
  await expect(header.account).toHaveAccessibleName(new RegExp(`^Account ${address.slice(0, 6)}`, 'i'));
});

test('signing in and out reaches the other tabs', async ({ newPerson }) => {
  const { page, account } = await newPerson();
  const other = await page.context().newPage();
  const [header, otherHeader] = [new SiteHeader(page), new SiteHeader(other)];
  await page.goto('/');
  await other.goto('/account');
  await untilHydrated(otherHeader.connectButton);
  await header.connectAndSignIn();
  await expect(otherHeader.account).toHaveAccessibleName(new RegExp(account.address.slice(0, 6), 'i'));
  await header.leave();
  await expect(otherHeader.connectButton).toBeVisible();
});
