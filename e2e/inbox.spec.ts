import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FollowDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { clientOf, localChain, registerLab } from '@labroom/testing/actors.ts';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { expect, type Locator } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('a reader follows a lab, a folder, a file and a search, and the inbox tells what changes', async ({
  newPerson,
  stack,
}) => {
  const [owner, reader] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const lab = await registerLab({ url, credential }, localChain(rpcUrl, owner.account));
  const { oclId, shortname, client } = lab;
  const word = `ibex${oclId.slice(-6)}`;
  const upload = (path: string, content = 'a,b\n') =>
    client.upload({ oclId, target: { path }, body: new TextEncoder().encode(content), access: 'PUBLIC' });
  await upload('results/first.csv');
  const { page } = reader;
  const header = new SiteHeader(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const notices = page.getByRole('list', { name: 'Notices' }).getByRole('listitem');

  await page.goto('/inbox');
  await header.connectAndSignIn();
  await expect(page.getByText('Your inbox is empty.')).toBeVisible();
  await expectAccessible(page);

  await test.step('each is followed with one click', async () => {
    for (const [place, what] of [
      [labPath(shortname), 'lab'],
      [labPath(shortname, 'files', ['results']), 'folder'],
      [`/search?q=${word}`, 'search'],
    ] as const) {
      await page.goto(place);
      await untilHydrated(button(`Follow this ${what}`));
      await button(`Follow this ${what}`).click();
      await expect(button(`Unfollow this ${what}`)).toBeVisible();
    }
  });
  await test.step('the header counts what is new, and the inbox leads there', async () => {
    await upload('results/second.csv');
    await upload(`${word}.csv`);
    await page.goto('/inbox');
    await expect(async () => {
      await page.reload();
      await expect(notices).toHaveCount(2, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(notices.filter({ hasText: 'results/second.csv' })).toContainText('Unread');
    await expect(page.getByText('2 unread notices').first()).toBeVisible();
    await expectAccessible(page);
    const link = notices.getByRole('link', { name: 'results/second.csv' });
    await link.click();
    await expect(page.getByRole('heading', { name: 'second.csv' })).toBeVisible();
    await button('Follow this file').click();
    await expect(button('Unfollow this file')).toBeVisible();
    await header.account.click();
    await page.getByRole('menuitem', { name: /^Inbox/ }).click();
    await expect(notices.filter({ hasText: 'results/second.csv' })).not.toContainText('Unread');
    await button('Mark all as read').click();
    await expect(page.getByText('No unread notices')).toBeVisible();
  });
  await test.step('what is followed is listed and ended there', async () => {
    const followed = page.getByRole('list', { name: 'What you follow' }).getByRole('listitem');
    await expect(followed).toHaveCount(4);
    await button(`Unfollow “${word}”`).click();
    await expect(followed).toHaveCount(3);
  });
});

test('a reader hears once of a lab that it does not know, and mutes a lab, a wallet and a kind in the inbox', async ({
  newPerson,
  stack,
}) => {
  const [owner, reader] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const service = { url, credential };
  const lab = await registerLab(service, localChain(rpcUrl, owner.account));
  const other = await registerLab(service, localChain(rpcUrl, owner.account));
  const words = `Claim your tokens @${reader.account.address}`;
  const mention = async ({ oclId, token }: typeof lab) => {
    const { error } = await beginThread(service, { oclId, token, wallet: owner.account.address }, {}, words);
    expect(error).toBeNull();
  };
  const name = 'Security check: an evil one';
  await lab.client.call(UpdateLabNftMetadataDocument, { oclId: lab.oclId, input: { name } });
  for (let time = 0; time < 3; time += 1) await mention(lab);

  const { page } = reader;
  const header = new SiteHeader(page);
  const notices = page.getByRole('list', { name: 'Notices' }).getByRole('listitem');
  const muted = page.getByRole('list', { name: 'What you muted' }).getByRole('listitem');
  const message = page.getByText('Nobody else learns of it.', { exact: true }).first();
  const muteByMenu = async (row: Locator, item: string | RegExp) => {
    await row.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(message).toBeVisible();
  };
  await page.goto('/inbox');
  await header.connectAndSignIn();
  await expect(notices).toHaveCount(1);
  await expect(notices).toContainText('A lab you do not know mentioned you 3 times');
  await expect(notices).not.toContainText('evil');
  await expect(notices.getByRole('link', { name: 'See the lab' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Muted' })).toBeVisible();

  await test.step('a lab', async () => {
    await muteByMenu(notices.first(), 'Mute this lab');
    await expect(muted).toHaveCount(1);
    await mention(lab);
    await mention(other);
    await page.reload();
    await expect(notices).toHaveCount(2);
    await expect(notices.filter({ hasText: 'mentioned you 3 times' })).toHaveCount(1);
    await expectAccessible(page);
  });
  await test.step('a kind, and undo it at once', async () => {
    await muteByMenu(notices.first(), /^Mute “Mentions by labs/);
    await expect(muted).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(muted).toHaveCount(1);
  });
  await test.step('a wallet that wrote in a lab that the reader follows', async () => {
    await clientOf(service)
      .signIn(reader.account, { serviceName: 'tests' })
      .then((client) => client.call(FollowDocument, { input: { lab: other.oclId } }));
    await mention(other);
    await page.reload();
    const row = notices.filter({ hasText: 'mentioned you in a comment on' });
    await expect(row).toHaveCount(1);
    await muteByMenu(row, 'Mute this wallet');
    await expect(muted).toHaveCount(2);
  });
  await test.step('the inbox lists all, and ends them', async () => {
    await page.goto('/account');
    await page.getByRole('link', { name: 'what you muted' }).click();
    await expect(muted).toHaveCount(2);
    await expectAccessible(page);
    await muted.first().getByRole('button', { name: 'Unmute' }).click();
    await expect(muted).toHaveCount(1);
    await muted.getByRole('button', { name: /^Unmute/ }).click();
    await expect(page.getByText('Each notice in your inbox has a button “Mute”')).toBeVisible();
  });
});

test('an owner adds a webhook in the settings, and its endpoint gets a signed message', async ({
  newPerson,
  stack,
}) => {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/labroom`;

  const owner = await newPerson();
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { oclId, shortname, client } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const { page } = owner;
  await page.goto(labPath(shortname, 'settings'));
  await new SiteHeader(page).connectAndSignIn();
  await page.getByLabel('URL of the endpoint').fill(endpoint);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page
    .locator('code')
    .filter({ hasText: /^whsec_/ })
    .innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await client.upload({ oclId, target: { path: 'a.txt' }, body: new Uint8Array(3), access: 'PUBLIC' });
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
  const [{ body, headers }] = received as [(typeof received)[number]];
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'file.added' });
  await page.reload();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first();
  await row.getByText('Last deliveries').click();
  await expect(row).toContainText('Delivered');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('list', { name: 'Webhooks' })).toHaveCount(0);
  server.closeAllConnections();
  server.close();
});
