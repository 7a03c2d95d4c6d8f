import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('a contributor saves how a table is read, for everybody, and a visitor chooses otherwise in the URL', async ({
  newPerson,
  stack,
  request,
}) => {
  const [{ page, account }, { page: visitor }] = [await newPerson(), await newPerson()];
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const path = 'plate.csv';
  // In Windows-1251 these bytes are Cyrillic; they are too few to judge.
  const body = Buffer.concat([
    Buffer.from('well;note\nA1;1,5 '),
    Buffer.from([0xe4, 0xe0]),
    Buffer.from('\n'),
  ]);
  await lab.client.upload({ oclId: lab.oclId, target: { path }, body, access: 'PUBLIC' });
  const link = filePath(lab.shortname, path);
  const view = (of: Page) => of.getByRole('region', { name: 'View of this file' });
  const cell = (of: Page, name: string) => of.getByRole('cell', { name, exact: true });

  await test.step('a visitor is offered no change for others', async () => {
    await visitor.goto(`${link}&encoding=windows-1251`);
    await expect(cell(visitor, '1,5 да')).toBeVisible();
    await expect(view(visitor)).toContainText('This view is in the link.');
    await expect(view(visitor).getByRole('button', { name: 'Save this view for everybody' })).toHaveCount(0);
  });

  await test.step('the owner saves it', async () => {
    await page.goto(link);
    await new SiteHeader(page).connectAndSignIn();
    const encoding = page.getByLabel('Read as');
    // The session loads the file again, which closes the choices.
    await expect(async () => {
      if (!(await encoding.isVisible())) await page.getByText(/^How the table is read/).click();
      await encoding.selectOption('windows-1251', { timeout: 2_000 });
    }).toPass();
    await expect(cell(page, '1,5 да')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('encoding')).toBe('windows-1251');
    await expectAccessible(page);
    await view(page).getByRole('button', { name: 'Save this view for everybody' }).click();
    await expect(view(page)).toHaveCount(0);
  });

  await test.step('everybody sees it, from the HTML on', async () => {
    const html = await request.get(new URL(link, page.url()).href);
    expect(await html.text()).toContain('1,5 да');
    await visitor.goto(link);
    await expect(cell(visitor, '1,5 да')).toBeVisible();
    await expect(view(visitor)).toHaveCount(0);
  });

  await test.step('a choice in the URL stands above it, and ends', async () => {
    await visitor.goto(`${link}&separator=comma`);
    await expect(cell(visitor, 'A1;1')).toBeVisible();
    await view(visitor).getByRole('button', { name: 'As saved' }).click();
    await expect(cell(visitor, '1,5 да')).toBeVisible();
    expect(new URL(visitor.url()).searchParams.has('separator')).toBe(false);
  });

  await test.step('filter and plot are choices too', async () => {
    await visitor.getByLabel('Filter the rows').pressSequentially('nothing');
    await expect(visitor.getByText('No row matches the filter.')).toBeVisible();
    await expect.poll(() => new URL(visitor.url()).searchParams.get('filter')).toBe('nothing');
    await expect(visitor.getByLabel('Filter the rows')).toHaveValue('nothing');
    await visitor.reload();
    await expect(visitor.getByText('No row matches the filter.')).toBeVisible();
    await view(visitor).getByRole('button', { name: 'As saved' }).click();
    await expect(visitor.getByLabel('Filter the rows')).toHaveValue('');
    await expect(cell(visitor, '1,5 да')).toBeVisible();
  });
});
