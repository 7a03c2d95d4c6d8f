import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectContrast } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

// One pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a folder as a gallery: pictures, locks, keys, and remembered', { tag: '@release' }, async ({
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  await page.setViewportSize({ width: 1440, height: 900 });
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  const add = (path: string, access: 'PUBLIC' | 'TEAM' = 'PUBLIC') =>
    lab.client.upload({ oclId, target: { path }, body: png, contentType: 'image/png', access });
  const names = Array.from({ length: 9 }, (_, index) => `gel ${index + 1}.png`);
  for (const name of names) await add(`gels/${name}`);
  await add('gels/secret.png', 'TEAM');
  await lab.client.upload({ oclId, target: { path: 'gels/old/a.csv' }, body: png, access: 'PUBLIC' });

  const room = new DataRoomPage(page);
  const { keyboard } = page;
  const menu = page.getByRole('button', { name: 'Columns and view' });
  const picture = (name: string) => room.row(name).locator('img');
  const widthOf = (name: string) => picture(name).evaluate((image: HTMLImageElement) => image.naturalWidth);
  const cursor = () =>
    room.list.evaluate(
      (node) => document.getElementById(node.getAttribute('aria-activedescendant') ?? '')?.dataset.entry,
    );
  const sent: string[] = [];
  page.on('request', (request) => {
    const operation = /\b(FileUrls|DecryptDataKey)\b/.exec(request.postData() ?? '')?.[1];
    if (operation) sent.push(operation);
  });

  await test.step('chosen in the menu, it shows public pictures with one request, and a lock for others', async () => {
    await page.goto(labPath(shortname, 'files', ['gels']));
    await untilHydrated(menu);
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: 'Gallery of this folder' }).click();
    await keyboard.press('Escape');
    for (const name of ['gel 1.png', 'gel 9.png']) await expect.poll(() => widthOf(name)).toBe(1);
    await expect(room.row('secret.png')).toContainText('Team');
    await expect(picture('secret.png')).toHaveCount(0);
    expect(sent).toEqual(['FileUrls']);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
  });

  await test.step('arrows move in both directions, Space selects, Enter opens', async () => {
    await room.list.focus();
    await keyboard.press('Home');
    expect(await cursor()).toBe('gels/old/');
    await keyboard.press('ArrowRight');
    expect(await cursor()).toBe('gels/gel 1.png');
    await keyboard.press('ArrowDown');
    const [above, below] = [await room.row('gel 1.png').boundingBox(), (await cursor()) ?? ''];
    const box = await page.locator(`[data-entry="${below}"]`).boundingBox();
    expect(box?.x).toBe(above?.x);
    expect(box?.y).toBeGreaterThan(above?.y ?? 0);
    await keyboard.press('ArrowUp');
    expect(await cursor()).toBe('gels/gel 1.png');
    await keyboard.press(' ');
    await expect(room.row('gel 1.png')).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'gel 1.png' })).toBeVisible();
    await expect.poll(() => widthOf('gel 2.png')).toBe(1);
    await keyboard.press('Escape');
  });

  await test.step('it is remembered for this folder', async () => {
    await page.reload();
    await untilHydrated(menu);
    await expect.poll(() => widthOf('gel 1.png')).toBe(1);
    await room.openFolder('old');
    await expect(room.list.getByRole('columnheader', { name: 'Size' })).toBeVisible();
    await page.goBack();
    await expect(picture('gel 1.png')).toBeVisible();
  });

  await test.step('an encrypted picture is shown after it was opened, until its reader signs out', async () => {
    const header = new SiteHeader(page);
    await header.connectAndSignIn();
    await room.untilChangesAreOffered();
    await expect(picture('secret.png')).toHaveCount(0);
    expect(sent).not.toContain('DecryptDataKey');
    await room.openFile('secret.png');
    await expect(page.getByText('Decrypted here; both hashes match')).toBeVisible();
    await page.getByRole('button', { name: 'Close the file' }).click();
    await expect.poll(() => widthOf('secret.png')).toBe(1);
    await room.row('gel 2.png').getByRole('link').dragTo(room.row('old'));
    await expect(room.row('gel 2.png')).toHaveCount(0);
    await header.leave();
    await expect(picture('secret.png')).toHaveCount(0);
  });

  await test.step('on a phone it has two columns', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [first, second, third] = await Promise.all(
      ['gel 1.png', 'gel 3.png', 'gel 4.png'].map((name) => room.row(name).boundingBox()),
    );
    expect(first?.x).not.toBe(second?.x);
    expect(third?.x).not.toBe(second?.x);
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overhang()).toBeLessThanOrEqual(0);
  });
});
