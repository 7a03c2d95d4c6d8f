import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectContrast } from './browser/accessible.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('the README of a folder is shown below its list, and never asks the wallet', async ({
  browser,
  newPerson,
  stack,
}) => {
  const [member, outsider] = [await newPerson(), await newPerson()];
  const chain = localChain(stack.rpcUrl, member.account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  const files = labPath(shortname, 'files');
  const team = labPath(shortname, 'files', ['team']);
  const add = (path: string, text: string, access: 'PUBLIC' | 'TEAM' = 'PUBLIC') =>
    lab.client.upload({ oclId, target: { path }, body: bytes(text), access });
  await add(
    'README.md',
    '# Assays\n\nRaw data is in [raw](raw).\n\n| plate | wells |\n|---|---|\n| 1 | 96 |',
  );
  await add('raw/readme.md', '# Plate reader\n\nBack to [the plan](../plan.md).');
  await add('plan.md', '# Plan');
  await add('team/README.md', '# Unpublished hits', 'TEAM');

  const readme = (page: Page, name = 'README.md') => page.getByRole('region', { name });
  const title = (page: Page, text: string) => page.getByRole('heading', { name: text });
  const { page } = outsider;
  const room = new DataRoomPage(page);
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('decryptDataKey')) keys.push(request.url());
  });

  await test.step('without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.webUrl });
    const plain = await context.newPage();
    await plain.goto(files);
    await expect(title(plain, 'Assays')).toBeVisible();
    await context.close();
  });

  await test.step('each folder has its own, whose links stay in the data room', async () => {
    await page.goto(files);
    await expect(title(page, 'Assays')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectContrast(page);
    await readme(page).getByRole('link', { name: 'raw' }).press('Enter');
    await expect(page).toHaveURL(labPath(shortname, 'files', ['raw']));
    await expect(title(page, 'Plate reader')).toBeVisible();
    await expect(title(page, 'Assays')).toHaveCount(0);
    await readme(page, 'readme.md').getByRole('link', { name: 'the plan' }).press('Enter');
    await expect(title(page, 'plan.md')).toBeVisible();
    await expect(title(page, 'Plate reader')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(title(page, 'Plate reader')).toBeVisible();
  });

  await test.step('beside search results there is none', async () => {
    await page.getByRole('searchbox').fill('plan');
    await expect(room.row('plan.md')).toBeVisible();
    await expect(readme(page, 'readme.md')).toHaveCount(0);
  });

  await test.step('an encrypted one stays closed for visitors, and for outsiders who have signed in', async () => {
    await page.goto(team);
    await expect(readme(page)).toContainText('It is encrypted.');
    await new SiteHeader(page).connectAndSignIn();
    await expect(room.row('README.md')).toBeVisible();
    await expect(readme(page)).toContainText('It is encrypted.');
    await readme(page).getByRole('link', { name: 'Open it' }).press('Enter');
    await expect(page.getByText('Your wallet cannot open this file.')).toBeVisible();
    expect(keys).toHaveLength(1);
  });

  await test.step('a member who has signed in opens it with a click, without another signature', async () => {
    const { page: own, wallet } = member;
    await own.goto(files);
    await new SiteHeader(own).connectAndSignIn();
    const signatures = () => wallet.asked.filter((method) => method.includes('sign')).length;
    const before = signatures();
    const asked: string[] = [];
    own.on('request', (request) => {
      if (request.postData()?.includes('decryptDataKey')) asked.push(request.url());
    });
    await own.goto(team);
    const show = readme(own).getByRole('button', { name: 'Show it here' });
    await expect(show).toBeVisible();
    expect(asked).toEqual([]);
    await show.press('Enter');
    await expect(title(own, 'Unpublished hits')).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(signatures()).toBe(before);
  });
});
