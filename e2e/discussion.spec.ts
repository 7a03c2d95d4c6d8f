import { randomUUID } from 'node:crypto';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press } from './browser/pointer-actions.ts';
import { Secret } from './browser/secret.ts';
import { SiteHeader } from './pages/site-header.ts';
import { filesWith } from './stack/find-in-data-dir.ts';
import { dataDir } from './stack/local.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

const panelOf = (page: Page) => page.getByRole('complementary');
const discussionOf = (page: Page) => page.getByRole('region', { name: 'Discussion' });

/** Opens the discussion of a file. */
async function openDiscussion(page: Page, shortname: string, path: string): Promise<void> {
  await page.goto(filePath(shortname, path));
  await press(panelOf(page).getByRole('tab', { name: /^Discussion/ }));
  await expect(discussionOf(page)).toBeVisible();
}

test('two people discuss a public and an encrypted file; a third reads that they do, and the database nothing', async ({
  newPerson,
  stack,
}) => {
  const [owner, member, outsider] = [await newPerson(), await newPerson(), await newPerson()];
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const chain = localChain(stack.rpcUrl, owner.account);
  const { client, oclId, shortname } = await registerLab(endpoint, chain);
  await chain.grantRole({ oclId, to: member.account.address, role: 'VIEWER' });
  const surname = randomUUID().slice(0, 4);
  const site = new URL(stack.webUrl).host;
  for (const [{ account }, name] of [
    [owner, `Paula Helix ${surname}`],
    [member, `ליאור ${surname}`],
  ] as const)
    await setProfile(endpoint, await signedProfile(account, { name }, { site }));
  const table = 'sample,value\na,1\nb,2\n';
  await client.upload({ oclId, target: { path: 'plate.csv' }, body: table, access: 'PUBLIC' });
  await client.upload({ oclId, target: { path: 'secret.csv' }, body: table, access: 'TEAM' });
  const hidden = `Zwetschge${randomUUID().replaceAll('-', '')}`;

  await test.step('the owner asks about a row, and mentions the member by name', async () => {
    const { page } = owner;
    await openDiscussion(page, shortname, 'plate.csv');
    await expect(discussionOf(page)).toContainText('Connect a wallet to take part');
    await new SiteHeader(page).connectAndSignIn();
    const field = page.getByLabel('New discussion of version 1');
    await field.focus();
    await page.keyboard.type(`Is this a **duplicate**, @ליאור`);
    await expect(page.getByRole('list', { name: 'People to mention' }).getByRole('button')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(`Is this a **duplicate**, @${member.account.address.toLowerCase()} `);
    await press(page.getByRole('button', { name: 'About some rows…' }));
    await page.getByLabel('First of the rows').focus();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await press(page.getByRole('button', { name: 'Preview', exact: true }));
    const preview = page.getByRole('region', { name: 'Preview: New discussion of version 1' });
    await expect(preview.locator('strong')).toHaveText('duplicate');
    await expect(preview).toContainText(`ליאור ${surname}`);
    await expectAccessible(page);
    await press(page.getByRole('button', { name: 'Write' }));
    await page.reload();
    await press(panelOf(page).getByRole('tab', { name: /^Discussion/ }));
    await expect(field).toHaveValue(/duplicate/);
    await press(page.getByRole('button', { name: 'About some rows…' }));
    await page.getByLabel('First of the rows').focus();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await field.focus();
    await page.keyboard.press('Control+Enter');
    const thread = discussionOf(page).getByRole('listitem').filter({ hasText: 'duplicate' }).first();
    await expect(thread).toContainText('Row 2');
    await expect(field).toHaveValue('');
    await expect(panelOf(page).getByRole('tab', { name: 'Discussion (1)' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the member answers and resolves; an outsider reads both and cannot write', async () => {
    const { page } = member;
    await openDiscussion(page, shortname, 'plate.csv');
    await new SiteHeader(page).connectAndSignIn();
    await press(discussionOf(page).getByRole('button', { name: 'Answer' }));
    await page.getByLabel('Answer').focus();
    await page.keyboard.type('No, it is the control.');
    await page.keyboard.press('Control+Enter');
    await expect(discussionOf(page)).toContainText('No, it is the control.');
    await press(discussionOf(page).getByRole('button', { name: 'Resolve' }));
    await expect(discussionOf(page).getByText('1 resolved discussion')).toBeVisible();

    await openDiscussion(outsider.page, shortname, 'plate.csv');
    await new SiteHeader(outsider.page).connectAndSignIn();
    await expect(discussionOf(outsider.page)).toContainText('Members of this lab can comment.');
    await press(discussionOf(outsider.page).getByText('1 resolved discussion'));
    await expect(discussionOf(outsider.page)).toContainText('No, it is the control.');
    await expect(discussionOf(outsider.page).getByRole('button', { name: 'Answer' })).toHaveCount(0);
    await expectAccessible(outsider.page);
  });

  await test.step('a comment on an encrypted file is read by those who may open it', async () => {
    const { page } = member;
    await openDiscussion(page, shortname, 'secret.csv');
    await page.getByLabel('New discussion of version 1').focus();
    await page.keyboard.type(`The controls show ${hidden}`);
    await expect(discussionOf(page)).toContainText('Encrypted in this browser');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(hidden);
    await page.keyboard.press('Control+Enter');
    await expect(discussionOf(page).getByRole('listitem').first()).toContainText(hidden);
    await expectAccessible(page);

    await openDiscussion(owner.page, shortname, 'secret.csv');
    await expect(discussionOf(owner.page)).toContainText(hidden);
    await press(discussionOf(owner.page).getByRole('button', { name: 'Answer' }));
    await owner.page.getByLabel('Answer').focus();
    await owner.page.keyboard.type(`Agreed: ${hidden}`);
    await owner.page.keyboard.press('Control+Enter');
    await expect(discussionOf(owner.page)).toContainText(`Agreed: ${hidden}`);

    await openDiscussion(outsider.page, shortname, 'secret.csv');
    await expect(discussionOf(outsider.page)).toContainText(
      '2 comments, for those who may open this version.',
    );
    await expect(discussionOf(outsider.page)).not.toContainText(hidden);
    await expectAccessible(outsider.page);
  });

  await test.step('neither the database, nor a log, nor a feed has its words', async () => {
    const feed = await (await outsider.page.request.get(labPath(shortname, 'activity'))).text();
    expect(feed).toContain('commented on');
    expect(feed).not.toContain(hidden);
    expect(await filesWith(dataDir(), [new Secret(Buffer.from(hidden))])).toEqual([]);
  });

  await test.step('they stay readable when the keys are replaced', async () => {
    const { page } = owner;
    await page.goto(labPath(shortname, 'settings'));
    await press(page.getByRole('button', { name: 'Renew keys…' }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Renew 1 key' }));
    await expect(page.getByRole('region', { name: 'Change of access' })).toContainText('1 key is renewed');
    await openDiscussion(member.page, shortname, 'secret.csv');
    await expect(discussionOf(member.page)).toContainText(`Agreed: ${hidden}`);
    expect(await filesWith(dataDir(), [new Secret(Buffer.from(hidden))])).toEqual([]);
  });

  await test.step('a review is wanted and made', async () => {
    await openDiscussion(owner.page, shortname, 'plate.csv');
    const reviews = owner.page.getByRole('region', { name: 'Reviews' });
    await press(reviews.getByRole('button', { name: 'Ask for a review…' }));
    await press(reviews.getByRole('checkbox', { name: new RegExp(surname) }));
    await press(reviews.getByRole('button', { name: 'Ask for a review', exact: true }));
    await expect(reviews.getByRole('listitem')).toContainText('wants a review of version 1');
    await expectAccessible(owner.page);
    await openDiscussion(member.page, shortname, 'plate.csv');
    await press(member.page.getByRole('button', { name: 'Mark version 1 as reviewed' }));
    await expect(member.page.getByRole('region', { name: 'Reviews' })).toContainText('reviewed version 1');
    await expect(member.page.getByRole('region', { name: 'Reviews' })).toContainText('wanted a review of');
  });

  await test.step('the lab has a discussion of its own', async () => {
    const { page } = owner;
    await page.goto(`${labPath(shortname, 'activity')}?show=discussion`);
    await page.getByLabel('New discussion', { exact: true }).focus();
    await page.keyboard.type('Who writes the protocol?');
    await page.keyboard.press('Control+Enter');
    await expect(discussionOf(page)).toContainText('Who writes the protocol?');
    await expectAccessible(page);
  });
});
