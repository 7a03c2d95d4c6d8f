import { createHash } from 'node:crypto';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const exact = (page: Page) => page.getByRole('list', { name: 'Exact matches' }).getByRole('listitem');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Searches until the indexer has seen what was done. */
async function expectRow(page: Page, prompt: string, title: string, reason: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/search?q=${encodeURIComponent(prompt)}`);
    const row = exact(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await expect(row.filter({ hasText: reason })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('an address, a hash and a DID find what they name, on the search page and by keyboard in the palette', async ({
  newPerson,
  stack,
}) => {
  const [owner, viewer] = [await newPerson(), await newPerson()];
  const { page } = owner;
  const chain = localChain(stack.rpcUrl, owner.account);
  const lab = await registerLab({ url: stack.serviceUrl, credential: stack.consumerCredential }, chain);
  const { oclId, shortname } = lab;
  const title = `Lab #${lab.tokenId}`;
  const upload = (path: string, text: string, access: 'PUBLIC' | 'TEAM') =>
    lab.client.upload({ oclId, target: { path }, body: new TextEncoder().encode(text), access });
  const open = await upload('open/notes.txt', `open ${oclId}`, 'PUBLIC');
  await upload('secret.txt', `secret ${oclId}`, 'TEAM');
  const grant = { oclId, to: viewer.account.address, role: 'VIEWER' } as const;
  const { transactionHash } = await chain.grantRole(grant);

  await test.step('the search page puts them on top, with the reason', async () => {
    await expectRow(page, transactionHash, 'Role granted', `What this transaction did · ${title}`);
    await expectRow(page, viewer.account.address, title, 'This wallet is a viewer');
    await expectRow(
      page,
      owner.account.address,
      'Onchain activity of this address',
      'Events and transactions',
    );
    await expectRow(page, lab.account, title, 'Has this account');
    await expectRow(page, oclId, title, 'Has this oclId');
    await expectRow(page, open.datasetId, 'open/notes.txt', `Has this DID · ${title}`);
    await expectRow(page, sha256(`open ${oclId}`), 'open/notes.txt', `Version 1 has these bytes · ${title}`);
    await expectAccessible(page);
    await exact(page).getByRole('link').click();
    await expect(page).toHaveURL(filePath(shortname, 'open/notes.txt', 1));
  });

  await test.step('what names nothing says so', async () => {
    await page.goto(`/search?q=0x${'12'.repeat(32)}`);
    await expect(page.getByText('No lab, file or transaction of this service has this')).toBeVisible();
    await expect(exact(page)).toHaveCount(0);
  });

  const ofSecret = `sha256-${sha256(`secret ${oclId}`)}`;
  await test.step('the content of a secret file finds it for those who can open it', async () => {
    await page.goto(`/search?q=${ofSecret}`);
    await expect(page.getByText('Sign in to find encrypted files')).toBeVisible();
    await new SiteHeader(page).connectAndSignIn();
    await expect(exact(page)).toContainText(['Version 1 has this content, as its author stated it']);
    await expectAccessible(page);
  });

  await test.step('by keyboard in the palette, the first row', async () => {
    for (const [typed, name, path] of [
      [transactionHash, 'Role granted', labPath(shortname, 'activity')],
      [open.datasetId, 'open/notes.txt', filePath(shortname, 'open/notes.txt')],
      [viewer.account.address, title, labPath(shortname)],
      [ofSecret, 'secret.txt', filePath(shortname, 'secret.txt', 1)],
    ] as const) {
      await untilHydrated(page.getByRole('button', { name: 'Search or go to' }));
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.keyboard.insertText(typed);
      const group = page.getByRole('group', { name: 'Exact match' });
      await expect(group.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${path.replace(/[.?]/g, '\\$&')}`));
    }
  });
});
