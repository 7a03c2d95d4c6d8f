import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { linkIn, startMailServer } from '@labroom/testing/test-mail-server.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { mailPortVariable } from './stack/local.ts';
import { test } from './test.ts';

test('a reader confirms an e-mail address, gets a notice by mail, and unsubscribes with the link in it', async ({
  newPerson,
  stack,
}) => {
  const server = await startMailServer({ port: Number(process.env[mailPortVariable]) });
  const { page, account } = await newPerson();
  const address = `${account.address.slice(2, 10).toLowerCase()}@reader.example`;
  const mailsTo = () => server.received.filter(({ recipients }) => recipients.includes(address));
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'E-mail' }) });
  await page.goto('/inbox');
  await new SiteHeader(page).connectAndSignIn();
  await section.getByLabel('Your address').fill(address);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Get notices by e-mail' }).click();
  await expect(section.getByText('Waiting for confirmation')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => mailsTo().length, { timeout: 30_000 }).toBe(1);

  await test.step('the link leads to a page without sign-in, and its button confirms', async () => {
    const mailbox = await page.context().newPage();
    await mailbox.goto(linkIn(mailsTo()[0], '/mail/confirm'));
    await expectAccessible(mailbox);
    await mailbox.getByRole('button', { name: 'Confirm' }).click();
    await expect(mailbox.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
    await mailbox.close();
  });
  await expect(section.getByLabel('Send notices')).toHaveValue('IMMEDIATE');
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await test.step('a change of a followed lab is mailed', async () => {
    const owner = await newPerson();
    const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
    const { oclId, shortname, client } = await registerLab(
      { url, credential },
      localChain(rpcUrl, owner.account),
    );
    const upload = (path: string) =>
      client.upload({ oclId, target: { path }, body: new Uint8Array(3), access: 'PUBLIC' });
    await upload('first.csv');
    await page.goto(labPath(shortname));
    const follow = page.getByRole('button', { name: 'Follow this lab', exact: true });
    await untilHydrated(follow);
    await follow.click();
    await expect(page.getByRole('button', { name: 'Unfollow this lab', exact: true })).toBeVisible();
    await upload('a.csv');
    await expect.poll(() => mailsTo().length, { timeout: 30_000 }).toBe(2);
    expect(mailsTo()[1]?.text).toContain('added "a.csv"');
  });
  await test.step('unsubscribing leaves the address', async () => {
    await page.goto(linkIn(mailsTo()[1], '/mail/unsubscribe'));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
    await page.goto('/inbox');
    await expect(section.getByLabel('Send notices')).toHaveValue('OFF');
    await section.getByLabel('Send notices').selectOption('DAILY');
    await expect(section.getByText('On', { exact: true })).toBeVisible();
    await section.getByRole('button', { name: 'Delete address' }).click();
    await expect(section.getByLabel('Your address')).toBeVisible();
  });
  await server.close();
});
