import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { dragFile } from './browser/drag-file.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('files dragged over the data room show a drop target, and dropping them opens the upload dialog', async ({
  page,
}) => {
  const room = new DataRoomPage(page);
  await room.open('thermostable-lipase-screen');
  // Visitors are not offered to upload. Who drops files is asked to sign in.
  await expect(room.uploadButton).toHaveCount(0);
  const drop = await dragFile(page, 'dropped.txt', 'this lab');
  await drop();
  const dialog = page.getByRole('dialog', { name: 'Upload dropped.txt (8 B)' });
  await expect(dialog.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
});

test('a drop into a folder of the team is encrypted without a question; one that would publish or replace asks', async ({
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab({ url, credential }, localChain(rpcUrl, account));
  await client.upload({ oclId, target: { path: 'team/plan.txt' }, body: 'plan', access: 'TEAM' });
  await client.upload({ oclId, target: { path: 'open/data.txt' }, body: 'data', access: 'PUBLIC' });
  const room = new DataRoomPage(page);
  await room.open(shortname);
  await new SiteHeader(page).connectAndSignIn();
  await untilHydrated(room.uploadButton);

  await room.openFolder('team');
  await (await dragFile(page, 'new.txt', 'team'))();
  await expect(page.locator('[data-message]')).toContainText('1 file is being encrypted for the team');
  await expect(room.row('new.txt')).toContainText('Team');
  await expect(room.uploadDialog).toHaveCount(0);
  // The uploads close by themselves.
  await expect(room.queue).toHaveCount(0);

  await (await dragFile(page, 'plan.txt', 'team'))();
  await expect(room.uploadDialog).toContainText('already exists');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'Files' }).click();
  await room.openFolder('open');
  await (await dragFile(page, 'more.txt', 'open'))();
  await expect(room.uploadDialog).toBeVisible();
  await expect(room.uploadDialog.getByRole('radio', { name: /^Everyone/ })).toBeChecked();
});
