import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press, write } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

test('an owner makes a release by keyboard; visitors cite it, verify it and see what changed since', async ({
  newPerson,
  stack,
}) => {
  const [owner, visitor] = [await newPerson(), await newPerson()];
  const { page } = owner;
  const lab = await makeLab(stack, owner.account, `Releases ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(page);
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.uploadEncrypted(fileOf('doses.csv', 'a,b\n1,2\n'));
  await room.give(fileOf('plates.csv', 'a,b\n3,4\n'));
  await room.startUpload();
  await expect(room.row('plates.csv')).toBeVisible();

  await page.goto(labPath(lab.shortname, 'releases'));
  await expect(page.getByText('No releases yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New release' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New release' });
  await write(dialog.getByLabel('Name'), 'Preprint');
  await expectAccessible(page);
  await dialog.getByLabel('Name').press('Enter');
  await expect(page.getByRole('heading', { name: 'Preprint' })).toBeVisible();
  await expect(page.getByRole('row', { name: /doses\.csv.*The same/ })).toBeVisible();

  await room.open(lab.shortname);
  await room.openFile('doses.csv');
  await room.file.giveNewVersion(fileOf('doses.csv', 'a,b\n1,3\n'));
  await room.startUpload();
  await expect(page.getByRole('tab', { name: 'Versions (2)' })).toBeVisible();

  const theirs = visitor.page;
  await theirs.goto(labPath(lab.shortname, 'activity'));
  await press(theirs.getByRole('link', { name: 'Preprint' }));
  await expect(theirs.getByRole('row', { name: /doses\.csv 1 .*Version 2/ })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'New release' })).toBeHidden();
  await expectAccessible(theirs);

  const citation = theirs.locator('pre').first();
  await expect(citation).toContainText('Data room: Preprint (version 1) [Data set]. did:odf:');
  const downloading = theirs.waitForEvent('download');
  await press(theirs.getByRole('link', { name: /^Manifest/ }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('manifest.json');
  const manifest = await readFile(await download.path());
  const hash = createHash('sha256').update(manifest).digest('hex');
  await expect(citation).toContainText(`sha256:${hash}`);
  const { files } = JSON.parse(manifest.toString()) as { files: { path: string; version: number }[] };
  expect(files.map(({ path, version }) => [path, version])).toEqual([
    ['doses.csv', 1],
    ['plates.csv', 1],
  ]);

  await press(theirs.getByRole('link', { name: 'What changed since' }));
  await expect(theirs.getByText('1 file differs')).toBeVisible();
  const changed = theirs.getByRole('row', { name: /doses\.csv New version/ });
  await expect(changed).toContainText('1 → 2');
  await expectAccessible(theirs);
  await write(theirs.getByLabel('From the beginning of'), '2026-01-01');
  await write(theirs.getByLabel('to the end of'), '2099-01-01');
  await press(theirs.getByRole('button', { name: 'Compare days' }));
  await expect(theirs.getByText('2 files differ')).toBeVisible();
  await expect(theirs.getByRole('row', { name: /doses\.csv Added/ })).toBeVisible();
  await theirs.goBack();
  await press(changed.getByRole('link', { name: 'Compare' }));
  await expect(theirs.getByRole('region', { name: 'Compare versions' })).toBeVisible();
});
