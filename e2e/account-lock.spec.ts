import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('an owner locks the account of a lab for a sale, and its page says until when', async ({
  newPerson,
  stack,
}) => {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { page, account: owner, wallet } = await newPerson();
  const { shortname } = await registerLab({ url, credential }, localChain(rpcUrl, owner));
  const facts = page.getByRole('complementary').first();
  await page.goto(labPath(shortname));
  await expect(facts.getByRole('button', { name: 'Not locked' })).toBeVisible();

  await page.goto(labPath(shortname, 'settings'));
  await new SiteHeader(page).connectAndSignIn();
  const lock = page.getByRole('dialog', { name: 'Lock the lab’s account' });
  await test.step('a declined request locks nothing', async () => {
    await page.getByRole('button', { name: 'Lock the account…' }).click();
    await lock.getByLabel('Locked until').selectOption('14 days from now');
    await expectAccessible(page);
    wallet.decline('eth_sendTransaction');
    await lock.getByRole('button', { name: 'Lock the account' }).click();
    await expect(lock).toContainText('You declined the request in your wallet.');
  });
  await test.step('a signed one locks it, and it can only be lengthened', async () => {
    await lock.getByRole('button', { name: 'Lock the account' }).click();
    await expect(lock).toBeHidden();
    await expect(page.getByText(/^Locked until/)).toBeVisible();
    await page.getByRole('button', { name: 'Lock for longer…' }).click();
    await expect(lock.getByLabel('Locked until').getByRole('option')).toHaveText(['29 days from now']);
  });

  await page.goto(labPath(shortname));
  await facts.getByRole('button', { name: 'Locked' }).click();
  await expect(facts.getByText(/nobody can send anything from it/)).toBeVisible();
});
