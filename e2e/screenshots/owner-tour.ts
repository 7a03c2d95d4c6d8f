import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { localAccount } from '#contracts/local-accounts.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { MembersPage } from '../pages/members-page.ts';
import { NewLabPage } from '../pages/new-lab-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import type { Camera } from './camera.ts';
import { tokenTour } from './token-tour.ts';

/** Pages of an owner: from the mint of a lab to its first files and members. */
export async function ownerTour(page: Page, camera: Camera): Promise<void> {
  await camera.visit(
    'owner-labs',
    '/?role=owner',
    page.getByRole('link', { name: 'Alpine Soil Microbiome' }),
  );
  const { account } = new SiteHeader(page);
  await untilHydrated(account);
  await account.click();
  await camera.take('owner-account-menu', page.getByRole('menu'), { window: true });
  await camera.visit('owner-account', '/account', page.getByRole('heading', { name: 'Account' }));
  const shortname = await newLab(page, camera);
  await emptyLab(page, camera, shortname);
  await uploads(page, camera, shortname);
  await interrupted(page, camera, shortname);
  await settings(page, camera, shortname);
  await members(page, camera, shortname);
  await tokenTour(page, camera, shortname);
}

async function newLab(page: Page, camera: Camera): Promise<string> {
  const newLabPage = new NewLabPage(page);
  await camera.visit('owner-new-lab-mint', '/labs/new', newLabPage.mintButton);
  await newLabPage.mintButton.click();
  await camera.take('owner-new-lab-name', newLabPage.nameField);
  return newLabPage.name(`Glacier Ice Nucleation ${randomUUID().slice(0, 4)}`);
}

async function emptyLab(page: Page, camera: Camera, shortname: string): Promise<void> {
  const main = page.getByRole('main');
  await camera.visit('owner-empty-lab', labPath(shortname), main.getByText('Identity'));
  await camera.visit('owner-empty-room', labPath(shortname, 'files'), main.getByText('No files yet'));
  await camera.visit('owner-empty-activity', labPath(shortname, 'activity'), main.getByRole('heading'));
}

async function uploads(page: Page, camera: Camera, shortname: string): Promise<void> {
  const room = new DataRoomPage(page);
  const notes = { name: 'field-notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Field notes\n') };
  const laterNotes = { ...notes, buffer: Buffer.from('# Field notes\n\nFirst frost.\n') };
  await room.open(shortname);
  await room.give(notes);
  await camera.take('owner-upload', room.uploadDialog, { window: true });
  await room.startUpload();
  await camera.take('owner-uploaded', room.queue.getByText('One file uploaded'), { window: true });
  await room.give(laterNotes);
  await room.startUpload();
  await camera.take('owner-conflict', room.queue.getByRole('button', { name: 'Keep both' }), {
    window: true,
  });
  await room.queue.getByRole('button', { name: 'Upload as new version' }).click();
  await room.queue.getByRole('heading', { name: '2 files uploaded' }).waitFor();

  await room.open(shortname);
  // The click is held until hydration, so the box does not change at once.
  await page.getByRole('checkbox', { name: 'Select field-notes.md' }).click();
  await camera.take('owner-selection', page.getByRole('button', { name: 'Clear the selection' }));
  await page.getByRole('button', { name: 'Delete' }).click();
  await camera.take('owner-delete', page.getByRole('dialog'), { window: true });
  await page.keyboard.press('Escape');
  await room.openFile('field-notes.md');
  await camera.take('owner-file', room.file.preview.getByRole('heading', { name: 'Field notes' }));
  await room.file.choose('Edit description and tags');
  await camera.take('owner-edit', page.getByRole('dialog'), { window: true });
}

/** Long names, a notebook, and an interrupted upload. */
async function interrupted(page: Page, camera: Camera, shortname: string): Promise<void> {
  const room = new DataRoomPage(page);
  const notebook = {
    nbformat: 4,
    cells: [
      { cell_type: 'markdown', source: ['## Freezing curves\n', 'Fitted per plate.'] },
      {
        cell_type: 'code',
        execution_count: 1,
        source: ['fit = curve.fit(plate)\n', 'fit.summary()'],
        outputs: [{ output_type: 'stream', name: 'stdout', text: ['n = 96, T50 = -7.4 °C\n'] }],
      },
      {
        cell_type: 'code',
        execution_count: 2,
        source: ['fit.plot()'],
        outputs: [{ output_type: 'error', ename: 'ValueError', evalue: 'empty plate', traceback: [] }],
      },
    ],
  };
  const name = `${'freezing-curves-of-a-very-long-campaign-'.repeat(4)}2026.ipynb`;
  await room.open(shortname);
  await room.give({
    name,
    mimeType: 'application/x-ipynb+json',
    buffer: Buffer.from(JSON.stringify(notebook)),
  });
  await room.startUpload();
  await room.row(name).waitFor();
  await camera.take('owner-long-name', room.list);
  await room.list.getByRole('link', { name }).click();
  await camera.take('owner-notebook', room.file.preview.getByText('T50'));

  await room.open(shortname);
  const large = { name: 'raw-frames.bin', mimeType: '', buffer: Buffer.alloc(40_000_000, 7) };
  await room.give(large);
  await room.startUpload();
  await page.getByRole('button', { name: 'Pause uploads' }).click();
  await camera.take('owner-uploading', room.queue, { window: true });
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await camera.take('owner-unfinished', page.getByText('not finished when you left this page'));
  await page.getByRole('button', { name: 'Discard' }).click();
}

async function settings(page: Page, camera: Camera, shortname: string): Promise<void> {
  const picture = await page.screenshot();
  await camera.visit('owner-settings', labPath(shortname, 'settings'), page.getByText('Key requests'));
  await camera.take('owner-settings-window', page.getByRole('heading'), { window: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await camera.take('owner-toast', page.getByText('No changes to save.'), { window: true });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Crop and upload' }).and(page.locator(':enabled')).waitFor();
  await camera.take('owner-crop', page.getByRole('dialog'), { window: true });
  await page.keyboard.press('Escape');
}

async function members(page: Page, camera: Camera, shortname: string): Promise<void> {
  const membersPage = new MembersPage(page);
  await membersPage.open(shortname);
  await camera.take('owner-members', membersPage.grantButton);
  await membersPage.grantButton.click();
  await membersPage.dialog.getByLabel('Wallet address').fill('0x1234');
  await membersPage.dialog.getByRole('button', { name: 'Grant the role' }).click();
  await camera.take('owner-grant-mistyped', membersPage.dialog.getByRole('alert'), { window: true });
  await membersPage.dialog.getByLabel('Wallet address').fill(localAccount('viewer').address);
  await camera.take('owner-grant', membersPage.dialog.getByRole('region', { name: 'What you sign' }), {
    window: true,
  });
  await page.keyboard.press('Escape');
  await membersPage.grantViewer(localAccount('viewer').address);
  await camera.take('owner-granted', membersPage.grantButton);
}
