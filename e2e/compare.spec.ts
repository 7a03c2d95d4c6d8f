import { randomUUID } from 'node:crypto';
import { encodePng } from '@labroom/example-labs/drawing/png.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press, write } from './browser/pointer-actions.ts';
import { peakRendererMemory } from './browser/process-memory.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

const name = 'doses.csv';
const rows = Array.from({ length: 3_000 }, (_, row) => `S-${row + 1},${row % 9},plate ${row % 4}`);
const csv = `sample id,dose,well\n${rows.join('\n')}\n`;
const fileOf = (content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

test('two versions of an encrypted table are compared by cell, and keys are requested on the click', async ({
  newPerson,
  stack,
}) => {
  const [owner, visitor] = [await newPerson(), await newPerson()];
  const { page } = owner;
  const lab = await makeLab(stack, owner.account, `Compare ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(page);
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.uploadEncrypted(fileOf(csv));
  await room.openFile(name);
  await room.file.giveNewVersion(
    fileOf(csv.replace('S-17,7,', 'S-17,70,').replace('S-2001,2,plate 0', 'S-2001,2,')),
  );
  await room.startUpload();
  await expect(page.getByRole('tab', { name: 'Versions (2)' })).toBeVisible();

  const link = `${filePath(lab.shortname, name)}&compare=1-2`;
  // A page of its own: the other one may still open the newest version for its preview.
  const linked = await page.context().newPage();
  const compared = linked.getByRole('region', { name: 'Compare versions' });
  const keyRequests: string[] = [];
  linked.on('request', (request) => {
    if (request.postData()?.includes('decryptDataKey')) keyRequests.push(request.url());
  });

  await test.step('a link to a comparison requests no key before the click', async () => {
    await linked.goto(link);
    await expect(compared.getByText(/^Both versions are fetched and compared/)).toBeVisible();
    await expect(compared.getByRole('button', { name: 'Compare' })).toBeEnabled();
    expect(keyRequests).toEqual([]);
    await press(compared.getByRole('button', { name: 'Compare' }));
    await expect(compared.getByRole('heading', { name: '2 cells in 2 rows' })).toBeVisible();
    await expect(compared.getByText('Decrypted and compared here; all hashes match')).toBeVisible();
    expect(keyRequests).toHaveLength(2);
    expect(new URL(linked.url()).searchParams.get('compare')).toBe('1-2');
  });

  await test.step('changes are marked up and reached by keyboard', async () => {
    const changes = compared.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await linked.keyboard.press('n');
    await expect(changes.nth(0)).toBeFocused();
    await expect(changes.nth(0)).toContainText('Row 17, sample id = S-17');
    await expect(changes.nth(0).locator('del')).toHaveText('dose: 7');
    await expect(changes.nth(0).locator('ins')).toHaveText('dose: 70');
    await linked.keyboard.press('n');
    await expect(changes.nth(1)).toBeFocused();
    await linked.keyboard.press('p');
    await expect(changes.nth(0)).toBeFocused();
    await expectAccessible(linked);
  });

  await test.step('a visitor is told for whom it opens', async () => {
    await visitor.page.goto(link);
    const theirs = visitor.page.getByRole('region', { name: 'Compare versions' });
    await press(theirs.getByRole('button', { name: 'Compare' }));
    await expect(theirs.getByText(/is encrypted$/)).toBeVisible();
  });
});

test('two versions of a picture are shown side by side, with a slider and as difference', {
  tag: '@release',
}, async ({ newPerson, stack }) => {
  const { page, account } = await newPerson();
  const lab = await makeLab(stack, account, `Pictures ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(page);
  const picture = (spot: number) => ({
    name: 'gel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(encodePng(gelWith(spot))),
  });
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.uploadEncrypted(picture(0));
  await room.openFile('gel.png');
  await room.file.giveNewVersion(picture(255));
  await room.startUpload();
  await press(page.getByRole('tab', { name: 'Versions (2)' }));
  const compared = page.getByRole('region', { name: 'Compare versions' });
  await press(compared.getByRole('button', { name: 'Compare' }));
  await expect(compared.getByRole('heading', { name: '200 pixels differ (0.4 %)' })).toBeVisible();
  await expect(compared.getByRole('img', { name: 'Version 1' })).toBeVisible();
  await expect(compared.getByText('Decrypted and compared here; all hashes match')).toBeVisible();

  await compared.getByRole('tab', { name: 'Side by side' }).focus();
  await page.keyboard.press('ArrowRight');
  const slider = compared.getByRole('slider', { name: 'Version 1 on the left, Version 2 on the right' });
  await slider.press('End');
  await expect(slider).toHaveValue('100');
  await expectAccessible(page);
  await compared.getByRole('tab', { name: 'Slider' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(compared.getByRole('img', { name: /^Difference/ })).toBeVisible();
  await expect(
    compared.getByText('They lie within 20 × 10 pixels, 100 from the left and 50 from the top.'),
  ).toBeVisible();
  await expectAccessible(page);
});

/** A picture of 240 × 200 pixels with a spot of 20 × 10. */
function gelWith(spot: number) {
  const [width, height] = [240, 200];
  const data = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const isSpot = x >= 100 && x < 120 && y >= 50 && y < 60;
    return isSpot ? spot : 90 + Math.round(60 * Math.sin(x / 12) * Math.cos(y / 30));
  });
  return { width, height, data };
}

test('a note says what changed in a version, and its author replaces it', { tag: '@release' }, async ({
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  const lab = await makeLab(stack, account, `Notes ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(page);
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  await room.uploadEncrypted(fileOf('a,b\n1,2\n'));
  await room.openFile(name);
  await room.file.giveNewVersion(fileOf('a,b\n1,3\n'));
  const note = page.getByLabel('What changed');
  await expect(note).toHaveAccessibleDescription(/everyone can read it/);
  await write(note, 'Dose of S-1 corrected.');
  await room.startUpload();
  await press(page.getByRole('tab', { name: 'Versions (2)' }));
  const versions = page.getByRole('tabpanel').getByRole('listitem');
  await expect(versions.nth(0)).toContainText('Dose of S-1 corrected.');

  await versions.nth(0).getByRole('button', { name: 'Edit the note of version 2' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Note of version 2' });
  await expectAccessible(page);
  await write(dialog.getByLabel('What changed'), 'Dose of S-1 repeated.');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(versions.nth(0)).toContainText('Dose of S-1 repeated.');
  await expect(dialog).toBeHidden();

  await page.goto(`${labPath(lab.shortname)}/activity`);
  await expect(page.getByText('Dose of S-1 repeated.')).toBeVisible();
});

test('a million rows with one changed cell are compared within 300 MB', { tag: '@release' }, async ({
  browser,
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  const lab = await makeLab(stack, account, `Compare ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(page);
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();
  const lines = Array.from(
    { length: 1_000_000 },
    (_, row) => `S-${row + 1},${row % 97},plate ${row % 96},ok`,
  );
  const large = `sample id,dose,well,comment\n${lines.join('\n')}\n`;
  await room.uploadEncrypted(fileOf(large));
  await room.openFile(name);
  await room.file.giveNewVersion(fileOf(large.replace('S-512004,', 'S-512004,1')));
  await room.startUpload();
  await expect(page.getByRole('tab', { name: 'Versions (2)' })).toBeVisible();

  // A page of its own: the one that uploaded has used memory for that.
  const other = await page.context().newPage();
  await page.close();
  await other.goto(`${filePath(lab.shortname, name)}&compare=1-2`);
  const compared = other.getByRole('region', { name: 'Compare versions' });
  const button = compared.getByRole('button', { name: 'Compare' });
  await expect(button).toBeEnabled();
  const session = await browser.newBrowserCDPSession();
  const cdp = {
    send: <Result>(method: string) => session.send(method as 'SystemInfo.getProcessInfo') as Promise<Result>,
  };
  const before = (await peakRendererMemory(cdp)) ?? 0;
  const begun = performance.now();
  await press(button);
  await expect(compared.getByRole('heading', { name: '1 cell in row 512,004' })).toBeVisible();
  const seconds = (performance.now() - begun) / 1000;
  const used = ((await peakRendererMemory(cdp)) ?? 0) - before;
  console.log(`    compared in ${seconds.toFixed(1)} s; at most ${Math.round(used / 1e6)} MB more`);
  expect(used).toBeLessThan(300_000_000);
});
