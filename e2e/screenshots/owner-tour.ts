import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { localAccount } from '../../contracts/local-accounts.ts';
import { labPath } from '../../lib/api/lab-reference.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { MembersPage } from '../pages/members-page.ts';
import { NewLabPage } from '../pages/new-lab-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import type { Camera } from './camera.ts';
import { tokenTour } from './token-tour.ts';

/** What an owner sees: from the mint of a lab to its first files and members. */
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
  await room.open(shortname);
  await room.give(notes);
  await camera.take('owner-upload', room.uploadDialog, { window: true });
  await room.startUpload();
  await camera.take('owner-uploaded', room.queue.getByText('One file uploaded'), { window: true });
  await room.give(notes);
  await room.startUpload();
  await camera.take('owner-conflict', room.queue.getByRole('button', { name: 'Keep both' }), {
    window: true,
  });
  await room.queue.getByRole('button', { name: 'New version' }).click();
  await room.queue.getByRole('heading', { name: '2 files uploaded' }).waitFor();

  await room.open(shortname);
  await page.getByRole('checkbox', { name: 'Choose field-notes.md' }).check();
  await camera.take('owner-selection', page.getByRole('button', { name: 'Choose none' }));
  await page.getByRole('button', { name: 'Delete' }).click();
  await camera.take('owner-delete', page.getByRole('dialog'), { window: true });
  await page.keyboard.press('Escape');
  await room.openFile('field-notes.md');
  await camera.take('owner-file', room.file.preview.getByRole('heading', { name: 'Field notes' }));
  await room.file.choose('Edit description and tags');
  await camera.take('owner-edit', page.getByRole('dialog'), { window: true });
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
