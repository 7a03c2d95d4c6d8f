import { FileAtPathDocument, TrashEntryDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const message = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text });

test('a contributor renames, moves, deletes and restores files and folders, and the owner empties the trash', async ({
  newPerson,
  stack,
}) => {
  const [owner, { page, account }] = [await newPerson(), await newPerson()];
  const chain = localChain(stack.rpcUrl, owner.account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  await chain.grantRole({ oclId, to: account.address, role: 'CONTRIBUTOR' });
  for (const path of ['raw/may/run-1.csv', 'raw/may/run-2.csv', 'plan.md', 'notes.md']) {
    await lab.client.upload({ oclId, target: { path }, body: bytes(path), access: 'PUBLIC' });
  }

  const room = new DataRoomPage(page);
  const { keyboard } = page;
  const menuItem = (name: string) => page.getByRole('menuitem', { name });
  const field = page.getByRole('textbox', { name: /^New name of/ });

  await test.step('visitors are offered what changes nothing, by a button, the secondary button of the mouse and the keyboard', async () => {
    await room.open(shortname);
    await room.row('plan.md').click();
    const items = page.getByRole('menu').getByRole('menuitem');
    const reading = [/^Open/, 'Download', 'Copy link', 'Cite'];
    await page.getByRole('button', { name: 'Actions for plan.md' }).click();
    await expect(items).toHaveText(reading);
    await keyboard.press('Escape');
    await room.row('plan.md').getByRole('gridcell').last().click({ button: 'right' });
    await expect(items).toHaveText(reading);
    await keyboard.press('Escape');
    await expect(room.list).toBeFocused();
    await keyboard.press('Shift+F10');
    await expect(items).toHaveText(reading);
    const [download] = await Promise.all([page.waitForEvent('download'), menuItem('Download').click()]);
    expect(download.suggestedFilename()).toBe('plan.md');
    await room.list.focus();
    await keyboard.press('Shift+F10');
    await menuItem('Cite').click();
    await expect(page.getByRole('tab', { name: 'Cite' })).toHaveAttribute('aria-selected', 'true');
    await room.file.closeButton.click();
    await keyboard.press('F2');
    await expect(field).toHaveCount(0);
    await new SiteHeader(page).connectAndSignIn();
  });

  await test.step('a row is renamed in place, with two clicks', async () => {
    await page.getByRole('button', { name: 'Actions for plan.md' }).click();
    await expectAccessible(page);
    await menuItem('Rename').click();
    await expect(field).toBeFocused();
    await keyboard.type('protocol');
    await keyboard.press('Enter');
    await expect(room.row('protocol.md')).toBeVisible();
    await expect(room.row('plan.md')).toHaveCount(0);
    await message(page, 'Renamed to protocol.md').getByRole('button', { name: 'Undo' }).click();
    await expect(room.row('plan.md')).toBeVisible();
    await expect(room.row('protocol.md')).toHaveCount(0);
  });

  await test.step('by keyboard: Escape keeps the name, and a name that is taken is explained at the field', async () => {
    await expect(room.list).toBeFocused();
    await keyboard.press('F2');
    await expect(field).toBeFocused();
    await keyboard.type('other');
    await keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(room.list).toBeFocused();
    await expect(room.row('plan.md')).toBeVisible();
    await keyboard.press('F2');
    await expect(field).toBeFocused();
    await keyboard.type('notes');
    await keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'notes.md' })).toContainText('already exists');
    await expectAccessible(page);
    await keyboard.press('Escape');
    await expect(room.row('plan.md')).toBeVisible();
  });

  await test.step('the bar of selected rows names how many, and holds its actions at every width', async () => {
    await room.row('plan.md').getByRole('checkbox').check();
    const count = page.getByRole('status').filter({ hasText: '1 file' });
    const fits = (element: Element | null) => element !== null && element.scrollWidth <= element.clientWidth;
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => count.evaluate(fits), `the count at ${width}`).toBe(true);
      await expect.poll(() => count.locator('..').evaluate(fits), `the bar at ${width}`).toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await room.row('plan.md').getByRole('checkbox').uncheck();
  });

  await test.step('rows are dragged onto a folder, and onto the breadcrumb', async () => {
    await room.row('plan.md').getByRole('checkbox').check();
    await room.row('notes.md').getByRole('checkbox').check();
    await room.row('plan.md').getByRole('link').dragTo(room.row('raw'));
    await expect(message(page, '2 entries moved to raw')).toBeVisible();
    await expect(room.list.getByRole('row')).toHaveCount(2);
    await room.openFolder('raw');
    await expect(room.row('plan.md')).toBeVisible();
    await room
      .row('notes.md')
      .getByRole('link')
      .dragTo(page.getByRole('navigation', { name: 'Folder' }).getByText('Files'));
    await expect(room.row('notes.md')).toHaveCount(0);
    await expect(message(page, 'notes.md moved to Files')).toBeVisible();
  });

  await test.step('by keyboard: a folder moves into a new folder, and Ctrl+Z brings it back', async () => {
    await room.list.focus();
    await keyboard.press('Home');
    await keyboard.press('Shift+F10');
    await menuItem('Move to…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move may' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await keyboard.type('archive/2026');
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(room.row('may')).toHaveCount(0);
    await expect(room.list).toBeFocused();
    await page.goto(labPath(shortname, 'files', ['archive', '2026', 'may']));
    await expect(room.row('run-1.csv')).toBeVisible();
    await page.goto(labPath(shortname, 'files', ['raw']));
    await room.untilChangesAreOffered();
    await room.row('plan.md').click();
    await keyboard.press('Shift+F10');
    await menuItem('Move to…').press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await keyboard.type('archive');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(room.row('plan.md')).toHaveCount(0);
    await keyboard.press('Control+z');
    await expect(room.row('plan.md')).toBeVisible();
  });

  await test.step('the palette renames and moves the row of the cursor, and makes folders', async () => {
    const paletteAction = async (words: string, name: string) => {
      await keyboard.press('Control+K');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await keyboard.type(words);
      await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
      await keyboard.press('Enter');
    };
    await room.open(shortname);
    await room.untilChangesAreOffered();
    await room.list.focus();
    await keyboard.press('End');
    await paletteAction('rename', 'Rename notes.md');
    await expect(field).toBeFocused();
    await keyboard.press('Escape');
    await paletteAction('move', 'Move notes.md to…');
    await expect(page.getByRole('dialog', { name: 'Move notes.md' })).toBeVisible();
    await keyboard.press('Escape');
    await paletteAction('new f', 'New folder');
    await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
    await keyboard.press('Escape');
  });

  await test.step('an open file is renamed, and its address follows', async () => {
    await page.goto(filePath(shortname, 'raw/plan.md'));
    await room.untilChangesAreOffered();
    await room.file.choose('Rename', 'field');
    await expect(field).toBeFocused();
    await keyboard.type('sop');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'sop.md' })).toBeVisible();
    await expect(page).toHaveURL(filePath(shortname, 'raw/sop.md'));
  });

  await test.step('a former link leads to the file, with and without scripts', async () => {
    await page.goto(filePath(shortname, 'raw/may/run-2.csv', 1));
    await expect(page).toHaveURL(`${filePath(shortname, 'archive/2026/may/run-2.csv', 1)}&moved=1`);
    await expect(page.getByRole('heading', { name: 'run-2.csv' })).toBeVisible();
    await expect(page.getByText('This file has moved')).toBeVisible();
    await room.untilChangesAreOffered();
    await page.evaluate((path) => history.pushState(null, '', path), filePath(shortname, 'plan.md'));
    await expect(page).toHaveURL(`${filePath(shortname, 'raw/sop.md')}&moved=1`);
    await expect(page.getByRole('heading', { name: 'sop.md' })).toBeVisible();
  });

  await test.step('a new folder exists without files', async () => {
    await room.open(shortname);
    await page.getByRole('button', { name: 'New folder' }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await keyboard.type('plan/a');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('cannot contain');
    await name.fill('empty');
    await keyboard.press('Enter');
    await expect(room.row('empty')).toContainText('0 files');
  });

  await test.step('files and folders are deleted together, and Undo brings them back', async () => {
    await room.row('notes.md').getByRole('checkbox').check();
    await room.row('archive').getByRole('checkbox').check();
    await room.list.press('Delete');
    await expect(room.row('archive')).toHaveCount(0);
    await expectAccessible(page);
    await message(page, '2 entries moved to the trash').getByRole('button', { name: 'Undo' }).click();
    await expect(room.row('archive')).toContainText('2 files');
    await expect(room.row('notes.md')).toBeVisible();
  });

  await test.step('by keyboard: a deleted row gives its place to the next one, and Ctrl+Z brings it back', async () => {
    const current = async () => {
      const id = await room.list.getAttribute('aria-activedescendant');
      return id === null ? null : page.locator(`#${id}`).getAttribute('data-entry');
    };
    await room.list.focus();
    await keyboard.press('Home');
    await expect.poll(current).toBe('archive/');
    await keyboard.press('Delete');
    await expect(room.row('archive')).toHaveCount(0);
    await expect(room.list).toBeFocused();
    await expect.poll(current).toBe('empty/');
    await keyboard.press('Control+z');
    await expect(room.row('archive')).toContainText('2 files');
    await expect.poll(current).toBe('archive/');
  });

  await test.step('the trash says who deleted what, and restores it', async () => {
    await page.goto(filePath(shortname, 'notes.md'));
    await room.untilChangesAreOffered();
    await room.file.delete();
    await expect(page.getByRole('heading', { name: 'notes.md' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Trash' }).click();
    const entry = page
      .getByRole('list', { name: 'Trash' })
      .getByRole('listitem')
      .filter({ hasText: 'notes.md' });
    await expect(entry).toContainText('30 days left');
    await expect(page.getByRole('button', { name: /permanently|Empty trash/ })).toHaveCount(0);
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Restore notes.md' }).click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await room.open(shortname);
    await expect(room.row('notes.md')).toBeVisible();
  });

  await test.step('an entry whose path is taken is restored at another one', async () => {
    await lab.client.call(TrashEntryDocument, { oclId, paths: ['notes.md'] });
    await lab.client.upload({ oclId, target: { path: 'notes.md' }, body: bytes('newer'), access: 'PUBLIC' });
    await page.goto(`${labPath(shortname, 'files')}?trash=1`);
    const entry = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await entry.getByRole('button', { name: 'Restore notes.md' }).click();
    await expect(entry.getByRole('alert')).toBeVisible();
    await expect(entry.getByRole('textbox', { name: 'Restore as' })).toHaveValue('notes (2).md');
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Restore there' }).click();
    await expect(message(page, 'notes (2).md is restored.')).toBeVisible();
    await lab.client.call(TrashEntryDocument, { oclId, paths: ['notes (2).md'] });
  });

  await test.step('an earlier version is restored, and the dialog says that the file becomes public by it', async () => {
    const path = 'notes.md';
    const { dataRoomFile } = await lab.client.call(FileAtPathDocument, { oclId, path });
    const ref = dataRoomFile?.did ?? '';
    await lab.client.upload({ oclId, target: { ref }, body: bytes('secret'), access: 'TEAM' });
    await page.goto(filePath(shortname, path));
    await page.getByRole('tab', { name: 'Versions (2)' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await expect(dialog).toContainText('The file becomes public.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore and make public' }).click();
    await expect(message(page, 'Version 1 is restored as version 3')).toBeVisible();
    await page.getByRole('tab', { name: 'Versions (3)' }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Everyone');
    await expect(page.getByRole('tabpanel').getByText('Restored from version 1.')).toBeVisible();
  });

  await test.step('the owner empties the trash', async () => {
    await lab.client.call(TrashEntryDocument, { oclId, paths: ['notes.md', 'raw/'] });
    await room.open(shortname);
    const header = new SiteHeader(owner.page);
    await owner.page.goto(`${labPath(shortname, 'files')}?trash=1`);
    await header.connectAndSignIn();
    const trash = owner.page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await trash.getByRole('button', { name: 'Delete notes.md permanently' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(trash).toHaveCount(2);
    await owner.page.getByRole('button', { name: 'Empty trash' }).click();
    await expectAccessible(owner.page);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(owner.page.getByText('The trash is empty.').first()).toBeVisible();
  });

  await test.step('the feed tells what moved, and what was deleted', async () => {
    await page.goto(labPath(shortname, 'activity'));
    const entry = page.getByRole('listitem').filter({ hasText: 'archive/2026/may' }).first();
    await expect(entry).toContainText('moved');
    await expect(page.getByRole('main')).toContainText('deleted permanently');
    await expectAccessible(page);
  });
});
