import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectContrast } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { addManyFiles } from './stack/crowded-lab.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const bytes = (text: string) => new TextEncoder().encode(text);

test('the tree of folders: by keyboard, by mouse, as a drop target, remembered, and on a phone', async ({
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  await page.setViewportSize({ width: 1440, height: 900 });
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  for (const path of ['plan.md', 'raw/may/run-1.csv', 'raw/june/week 1/run-2.csv', 'results/gel.txt']) {
    await lab.client.upload({ oclId, target: { path }, body: bytes(path), access: 'PUBLIC' });
  }
  const room = new DataRoomPage(page);
  const { keyboard } = page;
  const tree = page.getByRole('tree', { name: 'Folders' });
  const item = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  const cursor = () =>
    tree.evaluate(
      (node) => document.getElementById(node.getAttribute('aria-activedescendant') ?? '')?.innerText,
    );
  const folder = (...path: string[]) => labPath(shortname, 'files', path);
  const button = page.getByRole('button', { name: 'Folders' });

  await test.step('it comes with the page, beside rows of one line', async () => {
    await room.open(shortname);
    await expect(item('Files')).toHaveAttribute('aria-selected', 'true');
    await expect(item('raw')).toHaveAttribute('aria-expanded', 'false');
    await untilHydrated(tree);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
    await room.openFile('plan.md');
    await expect(tree).toBeVisible();
    expect((await room.row('plan.md').boundingBox())?.height).toBe(40);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(tree).toBeHidden();
    expect((await room.row('plan.md').boundingBox())?.height).toBe(40);
    await page.setViewportSize({ width: 1440, height: 900 });
    await keyboard.press('Escape');
    await expect(room.list).toBeFocused();
  });

  await test.step('arrows move, expand and collapse; letters find; Enter opens a folder', async () => {
    await tree.focus();
    expect(await cursor()).toBe('Files');
    await keyboard.press('r');
    expect(await cursor()).toBe('raw');
    await keyboard.press('ArrowRight');
    await expect(item('raw')).toHaveAttribute('aria-expanded', 'true');
    await keyboard.press('ArrowRight');
    expect(await cursor()).toBe('june');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(folder('raw', 'may'));
    await expect(room.row('run-1.csv')).toBeVisible();
    await expect(item('may')).toHaveAttribute('aria-selected', 'true');
    await expect(item('may')).toHaveAttribute('aria-level', '3');
    await expect(tree).toBeFocused();
    await keyboard.press('ArrowLeft');
    expect(await cursor()).toBe('raw');
    await keyboard.press('ArrowLeft');
    await expect(item('raw')).toHaveAttribute('aria-expanded', 'false');
    await keyboard.press('End');
    expect(await cursor()).toBe('results');
    await keyboard.press('Home');
    expect(await cursor()).toBe('Files');
  });

  await test.step('a folder that is opened elsewhere is shown in the tree', async () => {
    await page.goto(folder('raw'));
    await untilHydrated(tree);
    await room.openFolder('june');
    await expect(item('june')).toHaveAttribute('aria-selected', 'true');
    await item('june').locator('svg').first().click();
    await expect(item('week 1')).toBeVisible();
    await expect(page).toHaveURL(folder('raw', 'june'));
    await item('week 1').click();
    await expect(page).toHaveURL(folder('raw', 'june', 'week 1'));
  });

  await test.step('rows are dropped on it', async () => {
    await room.open(shortname);
    await new SiteHeader(page).connectAndSignIn();
    await room.untilChangesAreOffered();
    await room.row('plan.md').getByRole('link').dragTo(item('results'));
    await expect(room.row('plan.md')).toHaveCount(0);
    await item('results').click();
    await expect(room.row('plan.md')).toBeVisible();
    await room.openFile('plan.md');
    const row = await room.row('plan.md').boundingBox();
    expect(row?.height).toBe(40);
    expect(row?.y).toBeLessThanOrEqual(260);
    await keyboard.press('Escape');
  });

  await test.step('closed, it stays closed', async () => {
    await button.click();
    await expect(tree).toHaveCount(0);
    await page.reload();
    await expect(room.row('plan.md')).toBeVisible();
    await expect(tree).toHaveCount(0);
    await untilHydrated(button);
    await button.click();
    await expect(tree).toBeVisible();
  });

  await test.step('on a phone it is a dialog', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(tree).toBeHidden();
    await button.click();
    await expect(page.getByRole('dialog', { name: 'Folders' })).toBeVisible();
    await expectAccessible(page);
    await item('raw').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(folder('raw'));
  });
});

test('a lab of 10,000 folders shows the first of them', { tag: '@release' }, async ({ newPerson, stack }) => {
  const { page, account } = await newPerson();
  await page.setViewportSize({ width: 1440, height: 900 });
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  await addManyFiles(lab.oclId, 10_000, '/x.csv');
  const tree = page.getByRole('tree', { name: 'Folders' });
  await page.goto(labPath(lab.shortname, 'files', ['crowd', 'zq-7777']));
  await untilHydrated(tree);
  const more = tree.getByRole('treeitem', { name: '9899 more folders' });
  await expect(more).toBeVisible();
  await expect(tree.getByRole('treeitem')).toHaveCount(2 + 101 + 1);
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem')).toHaveCount(2 + 201 + 1);
});
