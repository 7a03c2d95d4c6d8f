import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { untilTakenOver } from './browser/hydrated.ts';
import { recordScripts } from './browser/record-scripts.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

const shortname = 'thermostable-lipase-screen';

/** Waits until the page listens for input, without giving any. */
const untilItListens = (page: Page) => untilTakenOver(page.locator('header button').first());

/** Opens a data room without any input. Scripts loaded from now on are held until released. */
async function openUnused(page: Page, path = labPath(shortname, 'files')) {
  const room = new DataRoomPage(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await untilItListens(page);
  const open = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/_next/static/chunks/**', async (route) => {
    asked.resolve();
    await open.promise;
    await route.continue();
  });
  // Lost if the browser leaves the page.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const isSameDocument = () => page.evaluate(() => 'sameDocument' in window);
  return { room, asked: asked.promise, release: open.resolve, isSameDocument };
}

test.describe('touch', () => {
  test.use({ hasTouch: true });

  test('a tap on a data room before hydration is replayed, and stays on the page', async ({ page }) => {
    const { room, asked, release, isSameDocument } = await openUnused(page);
    await page.getByRole('button', { name: 'Filter' }).tap();
    // Shown before its code is there, and enabled by it.
    await expect(page.getByRole('combobox', { name: 'Access' })).toBeDisabled();
    await room.list.getByRole('link', { name: 'team' }).tap();
    await asked;
    await expect(page).toHaveURL(labPath(shortname, 'files'));
    release();
    await expect(room.row('ranked-hits.csv')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Access' })).toBeEnabled();
    expect(await isSameDocument()).toBe(true);
  });

  test('a checkbox ticked before hydration selects its file', async ({ page }) => {
    const { asked, release } = await openUnused(page);
    await page.getByRole('checkbox', { name: 'Select README.md' }).tap();
    await asked;
    release();
    await expect(page.getByRole('status').filter({ hasText: '1 file' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select README.md' })).toBeChecked();
  });
});

test('keys and typed text before hydration are kept', async ({ page }) => {
  const { room, asked, release, isSameDocument } = await openUnused(page);
  await room.list.focus();
  await asked;
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/files\/./);
  expect(await isSameDocument()).toBe(true);

  const other = await openUnused(page);
  await page.getByRole('searchbox', { name: 'Search the files of this lab' }).pressSequentially('readme');
  await other.asked;
  other.release();
  await expect(page).toHaveURL(/q=readme/);
  await expect(other.room.list.getByRole('row')).toHaveCount(2);
});

test('an arrow key on a tab before hydration opens the next tab', async ({ page }) => {
  const { asked, release } = await openUnused(page, filePath(shortname, 'README.md'));
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  await asked;
  await page.keyboard.press('ArrowRight');
  release();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
});

for (const what of ['a data room', 'a file']) {
  test(`${what} that is only looked at loads none of the code to work with it`, async ({ page }) => {
    const scripts = recordScripts(page);
    const query = what === 'a file' ? '?file=README.md' : '';
    await page.goto(`${labPath(shortname, 'files')}${query}`, { waitUntil: 'networkidle' });
    await untilItListens(page);
    const holdsRoom = async () =>
      (await scripts()).some((script) => script.includes('Search the files of this lab'));
    expect(await holdsRoom()).toBe(false);
    await page.mouse.move(10, 10);
    await expect.poll(holdsRoom).toBe(true);
    if (what === 'a file') await expect(page.getByText('The hash matches')).toBeVisible();
  });
}
