import { randomUUID } from 'node:crypto';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { counted } from './browser/counted.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { FilePanel } from './pages/file-panel.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('an owner shares one file and one folder with a person, who opens exactly these, and takes them back', async ({
  newPerson,
  stack,
}) => {
  const [owner, reader] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const secrets = new Map(
    ['doses.txt', 'raw/one.txt', 'raw/two.txt', 'other.txt'].map((path) => [path, `${path} ${randomUUID()}`]),
  );
  for (const [path, body] of secrets) await client.upload({ oclId, target: { path }, body, access: 'TEAM' });
  await client.upload({ oclId, target: { path: 'raw/open.txt' }, body: 'open', access: 'PUBLIC' });

  const takes = await counted(owner);
  const room = new DataRoomPage(owner.page);
  const seen = new FilePanel(reader.page);
  const dialog = owner.page.getByRole('dialog');
  const sharedWith = owner.page.getByRole('list', { name: 'Who has it' });
  const opens = async (path: string) => {
    await reader.page.goto(filePath(shortname, path));
    await expect(seen.preview).toContainText(secrets.get(path) ?? '');
  };
  const isRefused = async (path: string) => {
    await reader.page.goto(filePath(shortname, path));
    await expect(seen.refusal).toContainText('Who can give you access');
  };

  await reader.page.goto(filePath(shortname, 'doses.txt'));
  await new SiteHeader(reader.page).connectAndSignIn();
  await expect(seen.refusal).toContainText('Who can give you access');

  await owner.page.goto(filePath(shortname, 'doses.txt'));
  await new SiteHeader(owner.page).connectAndSignIn();
  const share = owner.page.getByRole('button', { name: 'Share', exact: true });
  await untilHydrated(share);
  await takes('share a file with a person', { clicks: 2, prompts: 1 }, async () => {
    await share.click();
    await expect(dialog.getByLabel('With whom')).toBeFocused();
    await owner.page.keyboard.type(reader.account.address);
    await expectAccessible(owner.page);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(owner.page.locator('[data-message]')).toContainText('Shared: doses.txt.');
  });
  await expect(dialog).toHaveCount(0);
  await opens('doses.txt');
  for (const path of ['raw/one.txt', 'other.txt']) await isRefused(path);

  await room.open(shortname);
  await room.untilChangesAreOffered();
  await takes('share a folder with a person', { clicks: 3, prompts: 1 }, async () => {
    await owner.page.getByRole('button', { name: 'Actions for raw' }).click();
    await owner.page.getByRole('menuitem', { name: 'Share…' }).click();
    await expect(dialog).toContainText('exactly these 2 encrypted files');
    await expect(dialog).toContainText('1 more is public already');
    await owner.page.keyboard.type(reader.account.address);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(owner.page.locator('[data-message]')).toContainText('Shared: 2 files.');
  });
  for (const path of ['raw/one.txt', 'raw/two.txt']) await opens(path);
  await isRefused('other.txt');

  await owner.page.goto(filePath(shortname, 'doses.txt'));
  await untilHydrated(share);
  await owner.page.getByRole('tab', { name: 'About' }).click();
  await expect(sharedWith.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(owner.page);
  await takes('take it back', { clicks: 1, prompts: 1 }, async () => {
    await sharedWith.getByRole('button', { name: 'Take back' }).click();
    await expect(owner.page.getByText('Nobody beyond its conditions')).toBeVisible();
  });
  await isRefused('doses.txt');
  for (const path of ['raw/one.txt', 'raw/two.txt']) await opens(path);
});

test('an owner makes a link for one person, who uses it with a wallet that nobody knew; the next one is refused', async ({
  newPerson,
  stack,
}) => {
  const [owner, reader, late] = [await newPerson(), await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const secret = randomUUID();
  await client.upload({ oclId, target: { path: 'doses.txt' }, body: secret, access: 'TEAM' });
  await client.upload({ oclId, target: { path: 'other.txt' }, body: 'other', access: 'TEAM' });
  const takes = await counted(owner);
  const readerTakes = await counted(reader);
  const dialog = owner.page.getByRole('dialog');
  const seen = new FilePanel(reader.page);

  await owner.page.goto(filePath(shortname, 'doses.txt'));
  await new SiteHeader(owner.page).connectAndSignIn();
  const share = owner.page.getByRole('button', { name: 'Share', exact: true });
  await untilHydrated(share);
  await takes('make a link', { clicks: 3, prompts: 1 }, async () => {
    await share.click();
    await dialog.getByRole('radio', { name: 'A link' }).click();
    await dialog.getByLabel('Why (optional)').focus();
    await owner.page.keyboard.type('For the review of round 3');
    await expectAccessible(owner.page);
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await expect(dialog).toContainText('It is not shown again.');
  });
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toContain(`${filePath(shortname, 'doses.txt')}#share=`);
  await expectAccessible(owner.page);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await reader.page.goto(link);
  const arriving = reader.page.getByRole('region', { name: 'A link to files' });
  await expect(arriving).toContainText('lets you open files of this lab');
  await expect(arriving).toContainText('For the review of round 3');
  await new SiteHeader(reader.page).connectAndSignIn();
  await expect(seen.refusal).toContainText('Who can give you access');
  // Signing in renders the page again.
  await expect(reader.page).toHaveTitle(/Labroom$/);
  await expectAccessible(reader.page);
  await readerTakes('use the link', { clicks: 1, prompts: 1 }, async () => {
    await arriving.getByRole('button', { name: 'Use the link' }).click();
    await expect(seen.preview).toContainText(secret);
  });
  await expect(arriving).toHaveCount(0);
  expect(new URL(reader.page.url()).hash).toBe('');
  await reader.page.goto(filePath(shortname, 'other.txt'));
  await expect(seen.refusal).toContainText('Who can give you access');

  await late.page.goto(link);
  await expect(late.page.getByText('This link was used as often as it may be')).toBeVisible();
  await expect(late.page.getByRole('button', { name: 'Use the link' })).toHaveCount(0);
  await expectAccessible(late.page);

  await owner.page.reload();
  await untilHydrated(share);
  await share.click();
  await expect(dialog).toContainText('used by 1 of 1');
  await dialog.getByRole('button', { name: 'End the link' }).click();
  await expect(dialog.getByRole('button', { name: 'End the link' })).toHaveCount(0);
  await expect(dialog.getByRole('list', { name: 'Who has it' }).getByRole('listitem')).toHaveCount(1);
});

test('a request with a person and a reason is granted for its file alone in the notice, which then says so', async ({
  newPerson,
  stack,
}) => {
  const [owner, asker] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const secret = randomUUID();
  await client.upload({ oclId, target: { path: 'doses.txt' }, body: secret, access: 'TEAM' });
  await client.upload({ oclId, target: { path: 'other.txt' }, body: 'other', access: 'TEAM' });
  const file = new FilePanel(asker.page);
  const askerTakes = await counted(asker);
  const ownerTakes = await counted(owner);

  await asker.page.goto(filePath(shortname, 'doses.txt'));
  await new SiteHeader(asker.page).connectAndSignIn();
  const ask = asker.page.getByRole('button', { name: 'Request access' });
  await untilHydrated(ask);
  await askerTakes('ask for access', { clicks: 2, prompts: 1 }, async () => {
    await ask.click();
    const answer = asker.page.getByRole('dialog').getByLabel('Who are you, and what do you need it for?');
    await answer.focus();
    await asker.page.keyboard.type('Ada, to repeat the assay.');
    await asker.page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(file.refusal).toContainText('This page opens by itself');
  });

  await owner.page.goto('/inbox');
  await new SiteHeader(owner.page).connectAndSignIn();
  const notice = owner.page.getByRole('list', { name: 'Notices' }).getByRole('listitem').first();
  await expect(notice).toContainText('Ada, to repeat the assay.');
  await expectAccessible(owner.page);
  await ownerTakes('grant this file', { clicks: 1, prompts: 1 }, async () => {
    await notice.getByRole('button', { name: 'Grant this file' }).click();
    await expect(notice).toContainText('Granted');
  });
  await expect(notice).toContainText('this file alone');
  await expect(notice.getByRole('button', { name: /^Grant|^Decline/ })).toHaveCount(0);
  await expect(file.preview).toContainText(secret);
  await asker.page.goto(filePath(shortname, 'other.txt'));
  await expect(file.refusal).toContainText('Who can give you access');
});
