import { expect, type Page } from '@playwright/test';
import { localAccount } from '../contracts/local-accounts.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { tabTo } from './browser/tab-to.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('with the keyboard alone: connect, sign in, open a lab, a folder and a file, and close it', async ({
  page,
}) => {
  const header = new SiteHeader(page);
  await page.goto('/');
  await untilHydrated(header.connectButton);

  await tabTo(page, header.connectButton);
  await page.keyboard.press('Enter');
  await tabTo(page, header.walletChoice('Viewer'));
  await page.keyboard.press('Enter');
  await expect(header.signInButton).toBeVisible();
  await tabTo(page, header.signInButton);
  await page.keyboard.press('Enter');
  await header.untilSignedIn();
  await expect(header.account).toHaveAccessibleName(
    new RegExp(`^Account ${localAccount('viewer').address.slice(0, 6)}`, 'i'),
  );

  await tabTo(page, page.getByRole('link', { name: 'Thermostable Lipase Screen' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thermostable Lipase Screen', level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Files' }));
  await page.keyboard.press('Enter');

  const room = new DataRoomPage(page);
  await tabTo(page, room.list);
  await moveTo(page, room, 'team');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/files\/team$/);
  await tabTo(page, room.list);
  await moveTo(page, room, 'ranked-hits.csv');
  await page.keyboard.press('Enter');

  await expect(room.file.preview).toContainText('L3-0161');
  await expect(page.getByRole('heading', { name: 'ranked-hits.csv' })).toBeFocused();
  await tabTo(page, room.file.closeButton);
  await page.keyboard.press('Enter');
  await expect(room.file.preview).toBeHidden();
});

/** Moves down the list until the cursor is at an entry. */
async function moveTo(page: Page, room: DataRoomPage, name: string): Promise<void> {
  const row = room.row(name);
  const id = await row.getAttribute('id');
  const rows = await room.list.getByRole('row').count();
  for (let presses = 0; presses < rows; presses++) {
    if ((await room.list.getAttribute('aria-activedescendant')) === id) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(room.list).toHaveAttribute('aria-activedescendant', id ?? '');
}
