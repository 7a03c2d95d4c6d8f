import { localChain, openFaucet, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectContrast } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test as base } from './test.ts';

/** An owner who is signed in, without a wallet in the browser. */
const test = base.extend<{ makeLab: () => ReturnType<typeof registerLab> }>({
  makeLab: async ({ page, stack }, use) => {
    const owner = await openFaucet(stack.rpcUrl).fundedWallet();
    await page.context().addCookies([await signInToWeb(stack, owner)]);
    const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
    await use(() => registerLab(endpoint, localChain(stack.rpcUrl, owner)));
  },
});

/** Too large to share its calls with others, so that its bytes can be held on their way. */
const bytes = (text: string) => new Uint8Array(Buffer.from(text.padEnd(66_000, '\n1,2')));
const csv = (name: string, text = name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes(text)) });
const small = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`${name}\n1,2\n`) });

/** Holds files on their way to the storage that `isHeld`, counted from 1. Returns a function that lets all through. */
async function holdUploads(page: Page, isHeld = (_count: number) => true): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  let isOpen = false;
  let count = 0;
  await page.context().route('**/api/uploads**', async (route) => {
    if (!isOpen && isHeld(++count)) await gate.promise;
    // A page that was left, or has no network, has given up its request.
    await route.continue().catch(() => undefined);
  });
  return () => {
    isOpen = true;
    gate.resolve();
  };
}

/** Follows a link as a user does, without loading the page anew. */
async function follow(page: Page, navigation: string, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: navigation }).getByRole('link', { name });
  await untilHydrated(link);
  await link.click();
}

test('uploads continue on other pages and in other labs, and ask about conflicts there', async ({
  page,
  makeLab,
}) => {
  const [one, other] = [await makeLab(), await makeLab()];
  const room = new DataRoomPage(page);
  const release = await holdUploads(page, (count) => count === 1);
  const heading = (text: string) => room.queue.getByRole('heading', { name: text });
  const question = (path: string) => room.queue.getByRole('region', { name: `What to do with ${path}` });

  await test.step('files are queued in one lab, of which others upload some meanwhile', async () => {
    await room.open(one.shortname);
    const upload = room.uploadDialog.getByRole('button', { name: 'Upload for everyone' });
    await room.give(csv('new.csv'));
    await room.chooseAccess('Everyone');
    await upload.click();
    await expect(heading('Uploading: 0 of 1 done')).toBeVisible();
    for (const path of ['same.csv', 'changed.csv']) {
      await one.client.upload({ oclId: one.oclId, target: { path }, body: bytes(path), access: 'PUBLIC' });
    }
    await room.give(csv('same.csv'), csv('changed.csv', 'other'), csv('late.csv'));
    await room.chooseAccess('Everyone');
    await upload.click();
    await expect(heading('Uploading: 1 of 4 done')).toBeVisible();
  });

  await test.step('on another page the tray asks about identical bytes, and what runs is on top', async () => {
    await follow(page, 'Lab', 'Members');
    await expect(page).toHaveURL(labPath(one.shortname, 'members'));
    await expect(question('same.csv')).toContainText('same.csv is identical to version 1.');
    await expect(room.queue.getByRole('listitem').first()).toContainText('new.csv');
    await expectAccessible(page);
    await question('same.csv').getByRole('button', { name: 'Skip' }).click();
    await expect(room.queue.getByRole('listitem').last()).toContainText('Skipped: Identical to version 1.');
  });

  await test.step('on a page of no lab it asks about a name that exists, and names the lab', async () => {
    await follow(page, 'Main', 'How it works');
    await expect(page).toHaveURL('/how-it-works');
    await expect(question('changed.csv')).toContainText('already exists (version 1)');
    const name = `Lab #${one.tokenId}`;
    await expect(room.queue.getByRole('listitem').filter({ hasText: 'new.csv' })).toContainText(name);
    await question('changed.csv').getByRole('button', { name: 'Upload as new version' }).click();
    await expect(question('changed.csv')).toHaveCount(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
  });

  await test.step('in another lab its files join the same tray', async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type(other.shortname);
    await page.getByRole('option', { name: `Lab #${other.tokenId}` }).click();
    await follow(page, 'Lab', 'Files');
    await room.give(csv('elsewhere.csv'));
    await room.startUpload();
    await expect(heading('Uploading: 3 of 4 done')).toBeVisible();
    release();
    await expect(heading('4 files uploaded')).toBeVisible();
    await expect(room.row('elsewhere.csv')).toBeVisible();
  });

  await test.step('a finished file is a link to its lab', async () => {
    await room.queue.getByRole('button', { name: 'Show the list of uploads' }).click();
    await room.queue.getByRole('link', { name: 'changed.csv' }).click();
    await expect(page.getByRole('heading', { name: 'changed.csv' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(labPath(one.shortname, 'files')));
    await expect(room.row('late.csv')).toBeVisible();
    await room.queue.getByRole('button', { name: 'Close' }).click();
    await expect(room.queue).toHaveCount(0);
  });
});

test('a drop names the files that exist: new versions keep their access, and new files are proposed that of their folder', async ({
  page,
  makeLab,
}) => {
  const { client, oclId, shortname } = await makeLab();
  for (const [path, access] of [
    ['plate.csv', 'PUBLIC'],
    ['dose.csv', 'PUBLIC'],
    ['notes.csv', 'TEAM'],
  ] as const)
    await client.upload({ oclId, target: { path }, body: bytes(path), access });
  const room = new DataRoomPage(page);
  const { uploadDialog } = room;
  const version = (name: string, number: number) =>
    expect(room.row(name).getByRole('gridcell', { name: String(number), exact: true })).toBeVisible();
  await room.open(shortname);
  await expect(room.row('plate.csv')).toBeVisible();

  await test.step('one file: its new version is public, as it is', async () => {
    await room.give(csv('plate.csv', 'second'));
    await expect(uploadDialog).toContainText('plate.csv already exists (version 1)');
    await expect(uploadDialog).toContainText('Upload as new version 2. It keeps its access: Everyone.');
    await expect(uploadDialog.getByRole('radio', { name: /^Team/ })).toHaveCount(0);
    await expectAccessible(page);
    await uploadDialog.getByRole('button', { name: 'Upload for everyone' }).click();
    await version('plate.csv', 2);
    await expect(room.row('plate.csv')).toContainText('Everyone');
  });

  await test.step('a new file beside a secret one that exists: each as it should be', async () => {
    await room.give(csv('notes.csv', 'second'), csv('new.csv'));
    await expect(uploadDialog).toContainText('It keeps its access: Team.');
    await expect(uploadDialog.getByRole('radio', { name: 'Everyone (like this folder)' })).toBeChecked();
    await room.encryptButton.click();
    await version('notes.csv', 2);
    await expect(room.row('notes.csv')).toContainText('Team');
    await expect(room.row('new.csv')).toContainText('Everyone');
  });

  await test.step('both are kept, or what exists is skipped', async () => {
    await room.give(csv('dose.csv', 'other'));
    await uploadDialog.getByRole('radio', { name: /^Keep both/ }).check();
    await room.chooseAccess('Team');
    await room.encryptButton.click();
    await expect(room.row('dose (2).csv')).toContainText('Team');
    await room.give(csv('dose.csv', 'third'), csv('last.csv'));
    await uploadDialog.getByRole('radio', { name: /^Skip/ }).check();
    await uploadDialog.getByRole('button', { name: 'Upload for everyone' }).click();
    await expect(room.row('last.csv')).toContainText('Everyone');
    await version('dose.csv', 1);
  });
});

test('after a reload, interrupted uploads are named on every page and continue with the access chosen for them', async ({
  page,
  makeLab,
}) => {
  const { shortname, tokenId } = await makeLab();
  const room = new DataRoomPage(page);
  const both = [csv('first.csv'), csv('second.csv')];
  const release = await holdUploads(page, (count) => count === 2);
  await room.open(shortname);
  await room.give(...both);
  await room.chooseAccess('Everyone');
  await room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }).click();
  await expect(room.queue.getByRole('heading', { name: 'Uploading: 1 of 2 done' })).toBeVisible();
  await room.queue.getByRole('button', { name: 'Show the list of uploads' }).click();
  const done = await room.queue.getByRole('link').innerText();
  const left = done === 'first.csv' ? 'second.csv' : 'first.csv';

  page.once('dialog', (leave) => leave.accept());
  await page.goto(labPath(shortname, 'members'));
  release();
  await expect(room.queue).toContainText(`${left} was not uploaded. For everyone.`);
  await expectAccessible(page);
  await room.queue.getByRole('link', { name: `Continue in Lab #${tokenId}` }).click();
  await expect(page.getByRole('region', { name: 'Files' })).toContainText(`${left} was not uploaded.`);
  await expect(room.queue).toHaveCount(0);

  await room.give(...both);
  await expect(room.uploadDialog).toContainText('This continues an interrupted upload');
  await expect(room.uploadDialog.getByRole('radio', { name: /^Everyone/ })).toBeChecked();
  await room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }).click();
  await expect(room.queue.getByRole('heading', { name: 'One file uploaded' })).toBeVisible();
  await room.queue.getByRole('button', { name: 'Show the list of uploads' }).click();
  await expect(room.queue.getByRole('listitem').filter({ hasText: done })).toContainText(
    'Skipped: Identical to version 1.',
  );
  await page.reload();
  await untilHydrated(room.uploadButton);
  await expect(room.row(left)).toBeVisible();
  await expect(page.getByText('was not uploaded')).toHaveCount(0);
});

test('after a reload, dropped files continue with one click where the browser keeps their handles', async ({
  page,
  makeLab,
}) => {
  // A file of the browser's own file system stands for one of the computer, whose permission nobody could click here.
  await page.addInitScript(() => {
    Object.assign(DataTransferItem.prototype, {
      async getAsFileSystemHandle(this: DataTransferItem) {
        const file = this.getAsFile();
        if (!file) return null;
        const root = await navigator.storage.getDirectory();
        const handle = await root.getFileHandle(file.name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(file);
        await writable.close();
        return handle;
      },
    });
  });
  const { shortname } = await makeLab();
  const room = new DataRoomPage(page);
  const release = await holdUploads(page, (count) => count === 2);
  await room.open(shortname);
  await untilHydrated(room.uploadButton);
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['first.csv', 'second.csv'])
      transfer.items.add(new File([name, '\n1,2'.repeat(20_000)], name));
    return transfer;
  });
  const target = page.getByText('Drop files or folders into');
  await expect(async () => {
    await page.dispatchEvent('main', 'dragenter', { dataTransfer });
    await page.dispatchEvent('main', 'dragover', { dataTransfer });
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer });
  await room.startUpload();
  await expect(room.queue.getByRole('heading', { name: 'Uploading: 1 of 2 done' })).toBeVisible();

  page.once('dialog', (leave) => leave.accept());
  await page.reload();
  release();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Files' }).getByRole('button', { name: 'Continue' }).click();
  await expect(room.uploadDialog).toContainText('This continues an interrupted upload');
  await room.startUpload();
  await expect(room.queue.getByRole('heading', { name: 'One file uploaded' })).toBeVisible();
  await expect(room.row('first.csv')).toBeVisible();
  await expect(room.row('second.csv')).toBeVisible();
});

test('without a network the page stays, and uploads and opened pages wait until it is back', async ({
  page,
  makeLab,
}) => {
  const { shortname } = await makeLab();
  const room = new DataRoomPage(page);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const release = await holdUploads(page, (count) => count > 2);
  await room.open(shortname);
  await room.give(...names.map((name) => csv(`${name}.csv`)));
  await room.startUpload();
  await expect(room.queue.getByRole('heading', { name: 'Uploading: 2 of 5 done' })).toBeVisible();
  const rows = room.list.getByRole('row');
  await expect(rows).toHaveCount(3);

  await page.context().setOffline(true);
  const banner = page.getByText('You are offline.');
  await expect(banner).toBeVisible();
  await expect(
    room.queue.getByRole('heading', { name: 'Waiting for the network: 2 of 5 done' }),
  ).toBeVisible();
  await expectAccessible(page);
  await follow(page, 'Lab', 'Activity');
  await expect(page.locator('[data-pending]')).toBeAttached();
  await expect(page).toHaveURL(labPath(shortname, 'files'));
  await expect(rows).toHaveCount(3);

  release();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(labPath(shortname, 'activity'));
  await expect(banner).toHaveCount(0);
  await expect(room.queue.getByRole('heading', { name: '5 files uploaded' })).toBeVisible();
});

test('small files are uploaded together, and only the one that somebody else added meanwhile is asked about', async ({
  page,
  makeLab,
}) => {
  const { client, oclId, shortname } = await makeLab();
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, name] = /(?:mutation|query) (\w+)/.exec(request.postData() ?? '') ?? [];
    if (name && /File|Key/.test(name)) calls.push(name);
  });
  const room = new DataRoomPage(page);
  await room.open(shortname);
  await room.untilChangesAreOffered();
  await client.upload({ oclId, target: { path: '7.csv' }, body: 'from elsewhere', access: 'TEAM' });
  calls.length = 0;
  await room.give(...Array.from({ length: 40 }, (_, at) => small(`${at}.csv`)));
  await room.startUpload();
  await expect(room.queue.getByRole('heading', { name: 'One file already exists' })).toBeVisible();
  expect(calls.filter((name) => name === 'GenerateDataEncryptionKeys')).toHaveLength(1);
  expect(calls.filter((name) => name === 'AddFiles').length).toBeLessThanOrEqual(3);
  expect(calls).not.toContain('InitiateCreateOrUpdateFile');
  const question = room.queue.getByRole('region', { name: 'What to do with 7.csv' });
  await expect(question).toContainText('already exists (version 1)');
  await question.getByRole('button', { name: 'Upload as new version' }).click();
  await expect(room.queue.getByRole('heading', { name: '40 files uploaded' })).toBeVisible();
  await room.openFile('8.csv');
  await expect(room.file.preview).toContainText('8.csv');
});
