import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Locator } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const bytes = (text: string) => new TextEncoder().encode(text);

test('the data room is a place to work in: rows, columns, keys and a rectangle', async ({
  newPerson,
  page,
  stack,
}) => {
  const { account } = await newPerson();
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  const names = Array.from({ length: 16 }, (_, index) => `run ${index + 1}.csv`);
  const add = (path: string, body = bytes(path)) =>
    lab.client.upload({ oclId, target: { path }, body, access: 'PUBLIC' });
  for (const path of [...names, 'plan.md']) await add(path);

  const room = new DataRoomPage(page);
  const { keyboard, mouse } = page;
  const menu = page.getByRole('button', { name: 'Columns and view' });
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name });
  const box = async (name: string) => {
    const found = await room.row(name).boundingBox();
    if (!found) throw new Error(`${name} is not in sight`);
    return found;
  };
  const chosen = room.list.getByRole('row', { selected: true });

  await test.step('the list begins near the top, has the whole width and shows at least 14 rows', async () => {
    await room.open(shortname);
    await untilHydrated(menu);
    const first = await box('plan.md');
    expect(first.y).toBeLessThanOrEqual(240);
    expect(first.height).toBe(40);
    const last = await box('run 13.csv');
    expect(last.y + last.height).toBeLessThanOrEqual(900);
    await page.setViewportSize({ width: 2560, height: 900 });
    expect((await box('plan.md')).width).toBeGreaterThan(2_400);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the head stays below the bar, however high that is, and covers no row with the cursor', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    const filter = page.getByRole('button', { name: 'Filter' });
    await filter.click();
    const head = room.list.getByRole('row').first();
    const bottomOf = async (part: Locator) => {
      const found = await part.boundingBox();
      return (found?.y ?? 0) + (found?.height ?? 0);
    };
    await room.list.focus();
    await keyboard.press('End');
    const headTop = async () => (await head.boundingBox())?.y;
    await expect(page.locator('#file-filters')).toBeVisible();
    const lineAbove = page.locator('#status-line').locator('..');
    await expect.poll(async () => ((await headTop()) ?? 0) - (await bottomOf(lineAbove))).toBe(4);
    await keyboard.press('Home');
    await expect.poll(async () => (await box('plan.md')).y).toBeGreaterThanOrEqual(await bottomOf(head));
    await filter.click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('columns and the height of rows are chosen, sort the list and are remembered', async () => {
    await menu.click();
    await choice('Type').click();
    await choice('Changed by').click();
    await choice('Version').click();
    await choice('Compact rows').click();
    await expectAccessible(page);
    await keyboard.press('Escape');
    const heads = room.list.getByRole('columnheader');
    const shown = ['', 'Name', 'Type', 'Access', 'Changed by', 'Size', 'Changed'];
    await expect(heads).toHaveText(shown);
    await expect(room.row('plan.md').getByRole('gridcell').nth(2)).toHaveText('MD');
    await page.getByRole('button', { name: 'Type' }).click();
    await expect(room.list.getByRole('row').nth(1)).toContainText('run 1.csv');
    await page.reload();
    await untilHydrated(menu);
    await expect(heads).toHaveText(shown);
    await expect.poll(async () => (await box('plan.md')).height).toBe(32);
  });

  await test.step('beside an open file rows keep one line', async () => {
    await menu.click();
    await choice('Compact rows').click();
    await keyboard.press('Escape');
    await room.openFile('run 2.csv');
    expect((await box('run 3.csv')).height).toBe(40);
    expect((await box('run 1.csv')).y).toBeLessThanOrEqual(240);
    // A click on what has no focus of its own keeps the keys.
    await page.getByText('The hash matches').click();
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'run 3.csv' })).toBeVisible();
    await keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { name: 'run 2.csv' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
    await keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'run 3.csv' })).toBeVisible();
    await keyboard.press('f');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'About' }).click();
    const middle = async (part: Locator) => {
      const found = await part.boundingBox();
      return (found?.y ?? 0) + (found?.height ?? 0) / 2;
    };
    const hash = page.getByTitle('Show the full value').first();
    const copy = page.getByRole('complementary').locator('details + button').first();
    expect(await middle(copy)).toBe(await middle(hash));
    await page.setViewportSize({ width: 1440, height: 900 });
    await keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });

  await test.step('a rectangle selects rows, with Ctrl besides others, and Shift extends by key and click', async () => {
    const [third, fifth] = [await box('run 3.csv'), await box('run 5.csv')];
    await mouse.move(third.x - 20, third.y + 5);
    await mouse.down();
    await mouse.move(fifth.x + 200, fifth.y + 5, { steps: 4 });
    await expect(chosen).toHaveCount(3);
    await mouse.up();
    await expect(chosen).toHaveCount(3);
    await keyboard.press('Shift+ArrowDown');
    await expect(chosen).toHaveCount(4);
    const ninth = await box('run 9.csv');
    await keyboard.down('Control');
    await mouse.move(ninth.x + ninth.width - 30, ninth.y + 5);
    await mouse.down();
    await mouse.move(ninth.x + ninth.width - 60, ninth.y + 45, { steps: 4 });
    await mouse.up();
    await keyboard.up('Control');
    await expect(chosen).toHaveCount(6);
    await room.row('run 1.csv').click({ position: { x: 400, y: 10 } });
    await room.row('run 4.csv').click({ position: { x: 400, y: 10 }, modifiers: ['Shift'] });
    await expect(chosen).toHaveCount(4);
    await keyboard.press('Escape');
    await expect(chosen).toHaveCount(0);
  });

  await test.step('`?` lists the keys, and so does the menu', async () => {
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await keyboard.press('?');
    await expect(dialog).toContainText('Full screen, on and off');
    await expectAccessible(page);
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('searchbox').fill('what?');
    await expect(dialog).toHaveCount(0);
    await page.goto(labPath(shortname, 'files'));
    await untilHydrated(menu);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Keys' }).click();
    await expect(dialog).toBeVisible();
  });
});
