import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { test } from './test.ts';

const count = 12;

test('one upload is one entry, which unfolds without scripts and by keyboard', async ({
  newPerson,
  browser,
  baseURL,
  stack,
}) => {
  const { account, page } = await newPerson();
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab({ url, credential }, localChain(rpcUrl, account));
  const body = new TextEncoder().encode('a,b\n1,2\n');
  const pathOf = (at: number) => `plates/plate-${String(at).padStart(3, '0')}.csv`;
  for (let at = 0; at < count; at += 1) {
    await client.upload({ oclId, target: { path: pathOf(at) }, body, access: 'PUBLIC' });
    if (at === 5)
      await client.call(CreateAnnouncementDocument, { oclId, headline: 'Halfway', body: 'Go on.' });
  }

  await test.step('it is one row among the others, of the lab and of all labs', async () => {
    for (const path of [labPath(shortname, 'activity'), '/activity']) {
      await page.goto(path);
      await expect(page.getByText(`${count} files`).first()).toBeVisible();
      await expect(page.getByText('plate-011.csv, plates/plate-010.csv and 10 more').first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'plate-003.csv' })).toHaveCount(0);
    }
    await expect(page.getByText('Halfway').first()).toBeVisible();
  });

  await test.step('it unfolds by keyboard, and all its changes are on a page of their own', async () => {
    await page.goto(labPath(shortname, 'activity'));
    const summary = page.locator('summary').filter({ hasText: 'and 10 more' });
    await summary.press('Enter');
    await expect(page.getByRole('link', { name: 'plates/plate-011.csv' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: `All ${count} changes` }).click();
    await expect(page).toHaveURL(/group=1$/);
    for (const at of [0, count - 1]) await expect(page.getByRole('link', { name: pathOf(at) })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${labPath(shortname, 'activity')}?group=99`);
    await expect(page.getByText('These changes were not found.')).toBeVisible();
  });

  await test.step('the overview keeps the announcement, however many files are newer', async () => {
    await page.goto(labPath(shortname));
    await expect(page.getByText('Halfway')).toBeVisible();
  });

  await test.step('it unfolds without scripts', async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(labPath(shortname, 'activity'));
    await plain.getByText('and 10 more').click();
    await expect(plain.getByRole('link', { name: 'plates/plate-011.csv' })).toBeVisible();
    await context.close();
  });
});
