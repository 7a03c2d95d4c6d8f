import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { colorSchemes } from './browser/color-schemes.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const lipase = 'thermostable-lipase-screen';
const title = 'Thermostable Lipase Screen';

const section = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level: 2 }) });
/** Waits until the browser has noted that a file was opened. */
const untilNoted = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(name);
const switcher = (page: Page) => page.getByRole('button', { name: 'Switch lab' });

test('the home of a member has its labs, what waits and what changed, and the last file is one click away', async ({
  page,
}) => {
  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn('Contributor');
  await expect(section(page, 'My labs').getByRole('listitem').filter({ hasText: title })).toContainText(
    'Contributor',
  );
  await expect(section(page, 'Continue')).toContainText('appear here');
  await expect(section(page, 'Waits for you')).toBeVisible();
  await expect(section(page, 'What changed').getByRole('listitem')).not.toHaveCount(0);
  await expectAccessible(page);

  const room = new DataRoomPage(page);
  await room.open(lipase);
  await room.openFile('README.md');
  await untilNoted(page, 'README.md');
  await page.goto('/');
  await section(page, 'Continue').getByRole('link', { name: 'README.md' }).click();
  await expect(page).toHaveURL(filePath(lipase, 'README.md'));
});

test('the palette without words and the switcher lead to what was opened last, by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn('Contributor');
  await page.goto(filePath(lipase, 'README.md'));
  await untilNoted(page, 'README.md');
  await page.goto('/activity');

  await untilHydrated(page.getByRole('button', { name: 'Search or go to' }));
  await page.keyboard.press('Control+K');
  const recent = page.getByRole('group', { name: 'Recent files' });
  await expect(recent.getByRole('option', { name: 'README.md' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(filePath(lipase, 'README.md'));

  await page.goto('/activity');
  await untilHydrated(switcher(page));
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: title })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(labPath(lipase));
});

for (const colorScheme of colorSchemes) {
  test(`a visitor checks a real file on the front page (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const figure = section(page, 'See who opens what, and check it');
    await expect(figure.getByText('Stays closed')).toBeVisible();
    await figure.getByRole('radio', { name: 'A member' }).check();
    await expect(figure.getByText('Opens', { exact: true })).toBeVisible();
    await expect(figure.getByText(/^By the chain at block/).last()).toBeVisible();
    const check = figure.getByRole('button', { name: 'Check it' });
    await untilHydrated(check);
    await check.click();
    await expect(figure.getByText(/computed their SHA-256. It is the hash above/)).toBeVisible();
    await expect(
      figure.getByText(/a wallet without a role may not open it, 0x[0-9a-f]{40} may open it/),
    ).toBeVisible();
    await expect(figure.getByText(/^Not checked:/)).toBeVisible();
    await expectAccessible(page);
  });
}
