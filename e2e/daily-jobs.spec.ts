import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { counted } from './browser/counted.ts';
import { dragFile } from './browser/drag-file.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { FilePanel } from './pages/file-panel.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

// Each run leaves what it did, click by click.
test.use({ trace: 'on' });

/**
 * The jobs of every day. Each limit is what Google Drive or Dropbox take for it, of a person who is signed in; a drop of files and a drag of a row
 * are no clicks, and neither are keys.
 */
test('the jobs of every day take no more clicks than in a drive', async ({ newPerson, stack }, info) => {
  const [owner, reader] = [await newPerson(), await newPerson()];
  const { page } = owner;
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const upload = (target: { path: string } | { ref: string }, body: string) =>
    client.upload({ oclId, target, body, access: 'TEAM' });
  const { datasetId: ref } = await upload({ path: 'doses.csv' }, 'dose,sign\n1,2\n');
  await upload({ ref }, 'dose,sign\n1,3\n');
  await upload({ path: 'plan.txt' }, 'plan');
  await upload({ path: 'raw/one.txt' }, 'one');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The save dialog of the system cannot be driven, so this saves as a browser without it does.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const room = new DataRoomPage(page);
  const takes = await counted(owner);
  const menuOf = async (entry: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${entry}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const cellOf = (entry: string) => room.row(entry).getByRole('gridcell').last();

  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn();
  const mine = page
    .getByRole('main')
    .locator(`a[href="${labPath(shortname)}"]`)
    .first();
  await untilHydrated(mine);
  await takes('reach my lab', { clicks: 1 }, async () => {
    await mine.click();
    await expect(page).toHaveURL(labPath(shortname));
  });

  await room.open(shortname);
  await room.untilChangesAreOffered();
  await takes('upload files by drop', { clicks: 0 }, async () => {
    await (await dragFile(page, 'dropped.txt', 'this lab'))();
    await expect(room.row('dropped.txt')).toContainText('Team');
  });
  const folder = await folderIn(info.outputPath('folder'));
  await takes('upload a folder', { clicks: 2 }, async () => {
    await room.giveFolder(folder);
    await room.startUpload();
    await expect(room.row('folder')).toBeVisible();
  });
  await takes('rename', { clicks: 1 }, async () => {
    await cellOf('plan.txt').click();
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: /^New name of/ })).toBeFocused();
    await page.keyboard.type('schedule');
    await page.keyboard.press('Enter');
    await expect(room.row('schedule.txt')).toBeVisible();
  });
  await takes('move', { clicks: 0 }, async () => {
    await room.row('schedule.txt').getByRole('link').dragTo(room.row('raw'));
    await expect(room.row('schedule.txt')).toHaveCount(0);
  });
  await takes('make a folder', { clicks: 1 }, async () => {
    await page.getByRole('button', { name: 'New folder' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('later');
    await page.keyboard.press('Enter');
    await expect(room.row('later')).toBeVisible();
  });
  await takes('delete', { clicks: 1 }, async () => {
    await cellOf('dropped.txt').click();
    await page.keyboard.press('Delete');
    await expect(room.row('dropped.txt')).toHaveCount(0);
  });
  await takes('undo', { clicks: 1 }, async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(room.row('dropped.txt')).toBeVisible();
  });
  await takes('download one file', { clicks: 2 }, async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), menuOf('doses.csv', 'Download')]);
    expect(download.suggestedFilename()).toBe('doses.csv');
  });
  await takes('copy a link to a file', { clicks: 2 }, async () => {
    await menuOf('doses.csv', 'Copy link');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(filePath(shortname, 'doses.csv'));
  });
  await takes('share one file with one person', { clicks: 3, prompts: 1 }, async () => {
    await menuOf('doses.csv', 'Share…');
    await expect(page.getByRole('dialog').getByLabel('With whom')).toBeFocused();
    await page.keyboard.type(reader.account.address);
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.locator('[data-message]')).toContainText('Shared: doses.csv.');
  });

  const readerTakes = await counted(reader);
  const file = new FilePanel(reader.page);
  await reader.page.goto(filePath(shortname, 'raw/one.txt'));
  await new SiteHeader(reader.page).connectAndSignIn();
  const ask = reader.page.getByRole('button', { name: 'Request access' });
  await untilHydrated(ask);
  await readerTakes('ask for access', { clicks: 2, prompts: 1 }, async () => {
    await ask.click();
    await reader.page.getByRole('dialog').getByLabel('Who are you, and what do you need it for?').focus();
    await reader.page.keyboard.type('Ada, to repeat the assay.');
    await reader.page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(file.refusal).toContainText('This page opens by itself');
  });
  await takes('decide on a request', { clicks: 2, prompts: 1 }, async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Labroom' }).click();
    const waiting = page.getByRole('list', { name: 'What waits for you' });
    const notice = waiting.getByRole('listitem').filter({ hasText: 'Ada, to repeat the assay.' });
    await notice.getByRole('button', { name: 'Grant this file' }).click();
    await expect(notice).toContainText('Granted');
  });
  await expect(file.preview).toContainText('one');

  await room.open(shortname);
  await takes('compare with an older version', { clicks: 3 }, async () => {
    await room.list.getByRole('link', { name: 'doses.csv', exact: true }).click();
    await page.getByRole('tab', { name: 'Versions (2)' }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Compare versions' })).toContainText('1 cell');
  });
  await takes('find a file again', { clicks: 0 }, async () => {
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('schedule');
    const found = page.getByRole('option', { name: 'schedule.txt' });
    await expect(found).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(filePath(shortname, 'raw/schedule.txt'));
  });
});

async function folderIn(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  for (const name of ['first.txt', 'second.txt']) await writeFile(join(path, name), name);
  return path;
}
