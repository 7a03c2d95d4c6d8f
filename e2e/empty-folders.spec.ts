import { CreateFolderDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

test('readers see empty folders, and what an empty data room or a wrong link means', async ({
  newPerson,
  page,
  stack,
}) => {
  const { account } = await newPerson();
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  const room = new DataRoomPage(page);
  await room.open(shortname);
  await expect(page.getByText('No files yet.')).toBeVisible();
  await expectAccessible(page);

  await lab.client.call(CreateFolderDocument, { oclId, path: 'planned/assays' });
  await page.reload();
  await expect(room.row('planned')).toContainText('0 files');
  await untilHydrated(room.list);
  await expect(page.getByRole('tree').getByRole('treeitem', { name: 'planned' })).toBeVisible();
  await room.openFolder('planned');
  await room.openFolder('assays');
  await expect(page.getByText('This folder is empty.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(labPath(shortname, 'files', ['gone']));
  await expect(page.getByText('It may have been moved, renamed or deleted.')).toBeVisible();
});
