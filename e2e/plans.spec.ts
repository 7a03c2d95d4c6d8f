import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('an owner states readiness and keeps to-dos, which everyone reads', async ({ newPerson, stack }) => {
  const [owner, visitor] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { shortname } = await registerLab({ url, credential }, localChain(rpcUrl, owner.account));
  const { page } = owner;
  const dialog = page.getByRole('dialog');
  const todos = page.getByRole('list', { name: 'To-dos of the lab' });
  await page.goto(labPath(shortname));
  await new SiteHeader(page).connectAndSignIn();

  await test.step('readiness is stated with level, reason and scores', async () => {
    await page.getByRole('button', { name: 'State readiness…' }).click();
    await dialog.getByLabel('Technology Readiness Level').selectOption('4');
    await dialog.getByLabel('Why this level').fill('The assay was repeated by two people.');
    await dialog.getByRole('button', { name: 'Add a criterion' }).click();
    await dialog.getByLabel('Criterion 1', { exact: true }).fill('Evidence');
    await dialog.getByLabel('Score 1').fill('11');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter a score from 0 to 10.');
    await expectAccessible(page);
    await dialog.getByLabel('Score 1').fill('7.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Level 4 of 9' })).toBeVisible();
    await expect(page.getByText('Said by the lab:')).toBeVisible();
  });

  await test.step('a to-do needs a text and a real address', async () => {
    await page.getByRole('button', { name: 'New to-do…' }).click();
    await dialog.getByLabel('Who does it').fill('0x12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(2);
    await dialog.getByLabel('What is to be done').fill('Replicate round three');
    await dialog.getByLabel('Who does it').fill(visitor.account.address);
    await dialog.getByLabel('Due on').fill('2020-01-31');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(todos.getByRole('listitem')).toContainText('overdue since 31 Jan 2020');
  });

  await test.step('to-dos are moved, done and deleted', async () => {
    await page.getByRole('button', { name: 'New to-do…' }).click();
    await dialog.getByLabel('What is to be done').fill('Write the protocol');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(todos.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Actions for Write the protocol' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(todos.getByRole('listitem').first()).toContainText('Write the protocol');
    await page.getByRole('checkbox', { name: 'Done: Write the protocol' }).check();
    await expect(page.getByText('1 of 2 done')).toBeVisible();
    await expect(todos.getByRole('listitem').last()).toContainText('Write the protocol');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions for Write the protocol' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(todos.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(todos.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a visitor reads both, and can write neither', async () => {
    await visitor.page.goto(labPath(shortname));
    await expect(visitor.page.getByText('The assay was repeated by two people.')).toBeVisible();
    await expect(visitor.page.getByText('Replicate round three')).toBeVisible();
    await expect(visitor.page.getByRole('button', { name: /readiness…|to-do…|Actions for/ })).toHaveCount(0);
    await visitor.page.goto(labPath(shortname, 'activity'));
    for (const text of [/stated the readiness:\s*level 4/, 'completed the to-do', 'deleted a to-do'])
      await expect(visitor.page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
    await expectAccessible(visitor.page);
  });
});
