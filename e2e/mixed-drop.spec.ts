import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileAtPathDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { choose, press } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const files = ['README.md', 'protocols/assay.md', 'protocols/old/assay.md', 'raw/plate.csv'];

test('one drop has public and secret folders', async ({ newPerson, stack }, testInfo) => {
  const { page, account } = await newPerson();
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { client, oclId, shortname } = lab;
  const folder = testInfo.outputPath('study');
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `content of ${path}`);
  }
  const room = new DataRoomPage(page);
  await room.open(shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.giveFolder(folder);
  const { uploadDialog } = room;
  await expect(uploadDialog.getByRole('radio', { name: /^Team/ })).toBeChecked();
  await expect(uploadDialog.getByRole('combobox', { name: /^Who may open/ })).toHaveCount(2);
  await choose(uploadDialog.getByRole('combobox', { name: 'Who may open protocols' }), 'Everyone');
  await expect(room.couldOpen('You')).toContainText('yes');
  await expectAccessible(page);
  await press(room.encryptButton);
  await expect(room.queue.getByRole('heading', { name: '4 files uploaded' })).toBeVisible();
  const levels = await Promise.all(
    files.map(async (path) => {
      const found = await client.call(FileAtPathDocument, { oclId, path: `study/${path}` });
      return found.dataRoomFile?.accessLevel;
    }),
  );
  expect(levels).toEqual(['ADMIN', 'PUBLIC', 'PUBLIC', 'ADMIN']);
});

test('a secret folder of a public drop is encrypted only for a team that can open it', async ({
  newPerson,
  stack,
}, testInfo) => {
  const { page, account } = await newPerson();
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const folder = testInfo.outputPath('study');
  for (const path of ['figures/one.txt', 'raw/two.txt']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path);
  }
  const room = new DataRoomPage(page);
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.giveFolder(folder);
  await room.chooseAccess('Everyone');
  await expect(room.couldOpen('You')).toHaveCount(0);
  await choose(room.uploadDialog.getByRole('combobox', { name: 'Who may open raw' }), 'Team');
  await expect(room.couldOpen('You')).toContainText('yes');
  await press(room.encryptButton);
  await expect(room.queue.getByRole('heading', { name: '2 files uploaded' })).toBeVisible();
  await room.openFolder('study');
  await expect(room.list.getByRole('row', { name: /figures/ })).toBeVisible();
  for (const [path, level] of [
    ['study/figures/one.txt', 'PUBLIC'],
    ['study/raw/two.txt', 'ADMIN'],
  ] as const) {
    const { dataRoomFile } = await lab.client.call(FileAtPathDocument, { oclId: lab.oclId, path });
    expect(dataRoomFile?.accessLevel).toBe(level);
  }
});
