import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { colorSchemes } from './browser/color-schemes.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { MembersPage } from './pages/members-page.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const lab = 'alpine-soil-microbiome';

for (const colorScheme of colorSchemes) {
  test(`axe finds nothing serious in dialogs and menus, ${colorScheme}`, { tag: '@release' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const header = new SiteHeader(page);
    const room = new DataRoomPage(page);
    const members = new MembersPage(page);

    await test.step('choosing a wallet, and the account', async () => {
      await page.goto('/');
      await header.openConnectDialog();
      await expect(header.walletChoice('Owner')).toBeVisible();
      await expectAccessible(page);
      await header.walletChoice('Owner').click();
      await expectAccessible(page);
      await header.signIn();
      await header.account.click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('uploading', async () => {
      await room.open(lab);
      await room.give({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(room.uploadDialog).toBeHidden();
    });

    await test.step('describing and moving', async () => {
      await room.openFile('sites.csv');
      await room.file.choose('Edit description and tags');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await room.file.choose('Move to…');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    });

    await test.step('a new version that is for fewer people than the one before', async () => {
      await room.file.giveNewVersion({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
      await expect(room.uploadDialog).not.toContainText('Version 1 stays public');
      await room.chooseAccess('Team');
      await expect(room.uploadDialog).toContainText('Version 1 stays public');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    });

    await test.step('granting a role', async () => {
      await members.open(lab);
      await members.grantButton.click();
      await members.dialog.getByLabel('Wallet address').fill(localAccount('outsider').address);
      await expectAccessible(page);
    });

    await test.step('minting', async () => {
      await page.goto('/labs/new');
      await expect(new NewLabPage(page).createButton).toBeVisible();
      await expectAccessible(page);
    });
  });
}
