import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('an owner writes an announcement with a file, and everyone reads it', async ({ newPerson, stack }) => {
  const [owner, visitor] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const chain = localChain(rpcUrl, owner.account);
  const { shortname, oclId, client } = await registerLab({ url, credential }, chain);
  const body = new TextEncoder().encode('a,b\n1,2\n');
  await client.upload({ oclId, target: { path: 'results/round-3.csv' }, body, access: 'PUBLIC' });
  const { page } = owner;
  const open = page.getByRole('button', { name: 'New announcement…' });
  const dialog = page.getByRole('dialog', { name: 'New announcement' });

  await page.goto(labPath(shortname, 'activity'));
  await expect(open).toHaveCount(0);
  await new SiteHeader(page).connectAndSignIn();

  await test.step('an empty one is not published', async () => {
    await open.click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toContainText('Write a headline.');
    await expect(dialog).toContainText('Write a text.');
  });
  await test.step('it is previewed, and kept when the dialog closes', async () => {
    await dialog.getByLabel('Headline').fill('Round three is done');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Yield is **twice** as high.');
    await dialog.getByRole('tab', { name: 'Preview' }).click();
    await expect(dialog.locator('strong')).toHaveText('twice');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await open.click();
    await expect(dialog.getByLabel('Headline')).toHaveValue('Round three is done');
  });
  await test.step('a file of the lab is attached and it is published', async () => {
    await dialog.getByRole('combobox').fill('round-3');
    await dialog.getByRole('option', { name: 'results/round-3.csv' }).click();
    await expect(dialog.getByRole('list', { name: 'Attached files' })).toContainText('round-3.csv');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Round three is done' })).toBeVisible();
  });
  await test.step('a visitor reads it and opens the file, and cannot write one', async () => {
    await visitor.page.goto(labPath(shortname));
    const entry = visitor.page.getByRole('listitem').filter({ hasText: 'Round three is done' });
    await expect(entry.locator('strong')).toHaveText('twice');
    await new SiteHeader(visitor.page).connectAndSignIn();
    await expect(visitor.page.getByRole('button', { name: 'New announcement…' })).toHaveCount(0);
    const file = entry.getByRole('link', { name: /round-3\.csv/ });
    await untilHydrated(file);
    await file.click();
    await expect(visitor.page.getByRole('heading', { name: 'round-3.csv' })).toBeVisible();
  });
});
