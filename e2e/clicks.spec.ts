import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { counted } from './browser/counted.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { giveFiles } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { MembersPage } from './pages/members-page.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { VerifyPage } from './pages/verify-page.ts';
import { test } from './test.ts';

const example = 'Thermostable Lipase Screen';
const name = 'doses.csv';
const fileOf = (buffer: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(buffer) });

test('a visitor previews, finds, cites, downloads and verifies with few clicks', { tag: '@release' }, async ({
  newPerson,
}) => {
  const visitor = await newPerson();
  const { page } = visitor;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The save dialog of the system cannot be driven, so this saves as a browser without it does.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const takes = await counted(visitor);
  const room = new DataRoomPage(page);

  await page.goto('/');
  await takes('preview a public file from the front page', { clicks: 2 }, async () => {
    await page.getByRole('article').getByRole('link', { name: example }).click();
    await page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Files' }).click();
    await expect(page.getByRole('heading', { name: 'Thermostable lipase screen' })).toBeVisible();
  });
  await takes('cite a file', { clicks: 3 }, async () => {
    await room.openFile('README.md');
    await page.getByRole('tab', { name: 'Cite' }).click();
    await page.getByRole('button', { name: 'Copy the citation' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('README.md');
  });
  await room.file.closeButton.click();
  await takes('download a folder as zip', { clicks: 2 }, async () => {
    await room.row('protocols').getByRole('checkbox').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('protocols.zip');
  });
  await takes('download one file', { clicks: 2 }, async () => {
    await page.getByRole('button', { name: 'Actions for README.md' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('README.md');
  });
  await takes('find a file again', { clicks: 0 }, async () => {
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('activity-assay');
    const found = page.getByRole('option', { name: 'activity-assay.md' });
    await expect(found).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(filePath('thermostable-lipase-screen', 'protocols/activity-assay.md'));
    await expect(page.getByRole('heading', { name: 'activity-assay.md' })).toBeVisible();
  });
  const bytes = await room.file.download();
  await takes('verify a file', { clicks: 2 }, async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verify' }).click();
    const verify = new VerifyPage(page);
    await verify.give({ name: 'copy.md', mimeType: 'text/markdown', buffer: bytes });
    await expect(verify.result('copy.md')).toContainText('identical to this file');
  });
});

test('an owner mints, uploads, renames, moves, compares, deletes, invites and tokenizes with few clicks', {
  tag: '@release',
}, async ({ newPerson }) => {
  const [owner, member, outsider] = [await newPerson(), await newPerson(), await newPerson()];
  const { page } = owner;
  const takes = await counted(owner);
  const room = new DataRoomPage(page);
  const header = new SiteHeader(page);
  const menuItem = (title: string) => page.getByRole('menuitem', { name: title });
  const place = (title: string) =>
    page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: title });
  const actionsOf = (entry: string) => page.getByRole('button', { name: `Actions for ${entry}` });
  let lab = '';

  await page.goto('/');
  await takes('mint, name and open a lab', { clicks: 5, prompts: 3 }, async () => {
    await page.getByRole('link', { name: 'New lab' }).first().click();
    const wizard = new NewLabPage(page);
    const name = `Few Clicks ${randomUUID().slice(0, 8)}`;
    await wizard.nameField.fill(name);
    await header.connect();
    await wizard.createButton.click();
    lab = await wizard.finish(name);
  });

  await room.open(lab);
  await takes('upload a file encrypted', { clicks: 2 }, () => room.uploadEncrypted(fileOf('a,b\n1,2\n')));

  await takes('rename it', { clicks: 2 }, async () => {
    await actionsOf(name).click();
    await menuItem('Rename').click();
    await expect(page.getByRole('textbox', { name: /^New name of/ })).toBeFocused();
    await page.keyboard.type('dose-list');
    await page.keyboard.press('Enter');
    await expect(room.row('dose-list.csv')).toBeVisible();
  });

  await takes('move it', { clicks: 2 }, async () => {
    await actionsOf('dose-list.csv').click();
    await menuItem('Move to…').click();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('raw');
    await page.keyboard.press('Enter');
    await expect(room.row('raw')).toBeVisible();
  });

  await room.openFolder('raw');
  await takes('upload a new version of it', { clicks: 3 }, async () => {
    await actionsOf('dose-list.csv').click();
    await giveFiles(menuItem('Upload a new version'), fileOf('a,b\n1,3\n'));
    await room.startUpload();
    await expect(room.row('dose-list.csv').getByRole('gridcell', { name: '2', exact: true })).toBeVisible();
  });

  await page.goto(filePath(lab, 'raw/dose-list.csv'));
  await untilHydrated(page.getByRole('tab', { name: 'Versions (2)' }));
  await takes('compare its versions', { clicks: 2 }, async () => {
    await page.getByRole('tab', { name: 'Versions (2)' }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Compare versions' })).toContainText('1 cell');
  });

  await takes('invite a member', { clicks: 3, prompts: 1 }, async () => {
    await place('Members').click();
    await new MembersPage(page).grantViewer(member.account.address);
  });

  await test.step('people who open its link', async () => {
    const link = filePath(lab, 'raw/dose-list.csv');
    const memberTakes = await counted(member);
    await member.page.goto(link);
    await memberTakes('open it as a member, for the first time', { clicks: 3, prompts: 2 }, async () => {
      await new SiteHeader(member.page).connectAndSignIn();
      await expect(new DataRoomPage(member.page).file.preview).toContainText('Decrypted here');
    });
    const outsiderTakes = await counted(outsider);
    await outsider.page.goto(link);
    await outsiderTakes('be told why not', { clicks: 3, prompts: 2 }, async () => {
      await new SiteHeader(outsider.page).connectAndSignIn();
      await expect(new DataRoomPage(outsider.page).file.refusal).toBeVisible();
    });
  });

  await page.goto(labPath(lab, 'files', ['raw']));
  await untilHydrated(actionsOf('dose-list.csv'));
  await takes('delete it', { clicks: 2 }, async () => {
    await actionsOf('dose-list.csv').click();
    await menuItem('Delete').click();
    await expect(room.row('dose-list.csv')).toHaveCount(0);
  });
  await takes('bring it back', { clicks: 1 }, async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(room.row('dose-list.csv')).toBeVisible();
  });

  await takes('tokenize the lab', { clicks: 5, prompts: 2 }, async () => {
    await place('Token').click();
    await new TokenPage(page).make({ symbol: 'FEW', supply: '1000' });
  });
});
