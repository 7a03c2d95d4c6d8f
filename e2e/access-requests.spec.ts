import { randomUUID } from 'node:crypto';
import { SetAccessQuestionsDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { filePath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { counted } from './browser/counted.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { FilePanel } from './pages/file-panel.ts';
import { MembersPage } from './pages/members-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const question = 'What will you use the data for?';

/** Set in the page, and gone after a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stayed: true }));
const hasStayed = (page: Page) => page.evaluate(() => 'stayed' in window);

test('two people: ask from a refusal, decline with a reason, ask again, grant, open by itself, renew', async ({
  newPerson,
  stack,
}) => {
  const [owner, asker] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, oclId, shortname } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const secret = `dose,${randomUUID()}`;
  const path = 'results/doses.txt';
  await client.upload({ oclId, target: { path }, body: secret, access: 'TEAM' });
  await client.call(SetAccessQuestionsDocument, { oclId, questions: [question] });

  const askerTakes = await counted(asker);
  const ownerTakes = await counted(owner);
  const file = new FilePanel(asker.page);
  const members = new MembersPage(owner.page);
  const dialog = asker.page.getByRole('dialog');
  const asking = (name: string) => asker.page.getByRole('button', { name });
  const send = dialog.getByRole('button', { name: 'Sign and send' });
  const answer = dialog.getByLabel(question);

  await members.open(shortname);
  await new SiteHeader(owner.page).connectAndSignIn();
  await expect(members.requests).toContainText('None is open.');

  await asker.page.goto(filePath(shortname, path));
  await new SiteHeader(asker.page).connectAndSignIn();
  await expect(file.refusal).toContainText('Who can give you access');
  await mark(asker.page);
  await untilHydrated(asking('Request access'));
  await askerTakes('ask for access', { clicks: 3, prompts: 1 }, async () => {
    await asking('Request access').click();
    await expect(answer).toBeVisible();
    await expectAccessible(asker.page);
    await answer.focus();
    await asker.page.keyboard.type('Replication.');
    await dialog.getByLabel('Until').selectOption('7 days from now');
    await send.click();
    await expect(file.refusal).toContainText('This page opens by itself');
  });

  const request = members.requests.getByRole('listitem');
  await expect(request).toContainText('Replication.');
  await expect(request).toContainText(path);
  await expectAccessible(owner.page);
  await ownerTakes('decline', { clicks: 2, prompts: 1 }, async () => {
    await request.getByRole('button', { name: 'Decline…' }).click();
    await owner.page.getByRole('dialog').getByLabel('Reason').focus();
    await owner.page.keyboard.type('Say which study.');
    await owner.page.getByRole('button', { name: 'Sign and decline' }).click();
    await expect(members.requests).toContainText('None is open.');
  });
  await expect(file.refusal).toContainText('Say which study.');

  await askerTakes('ask again with the former answer', { clicks: 2, prompts: 1 }, async () => {
    await asking('Ask again').click();
    await expect(answer).toHaveValue('Replication.');
    await dialog.getByLabel('Until').selectOption('7 days from now');
    await send.click();
    await expect(file.refusal).toContainText('This page opens by itself');
  });
  await ownerTakes('grant', { clicks: 2, prompts: 1 }, async () => {
    await request.getByRole('button', { name: 'Grant viewer…' }).click();
    const summary = members.dialog.getByRole('region', { name: 'What you sign' });
    await expect(summary).toContainText(asker.account.address.toLowerCase(), { ignoreCase: true });
    await owner.page.getByRole('button', { name: 'Grant the role' }).click();
    await expect(owner.page.getByText('Included in a block')).toBeVisible();
  });
  await expect(file.preview).toContainText(secret, { timeout: 10_000 });
  expect(await hasStayed(asker.page)).toBe(true);
  await expect(members.requests).toContainText('None is open.');
  await expect(members.row(asker.account.address)).toContainText('Viewer');

  const own = new MembersPage(asker.page);
  await own.open(shortname);
  await untilHydrated(asking('Ask to renew'));
  await askerTakes('ask to renew', { clicks: 2, prompts: 1 }, async () => {
    await asking('Ask to renew').click();
    await expect(answer).toHaveValue('Replication.');
    await send.click();
    await expect(asker.page.getByText('This page opens by itself')).toBeVisible();
  });
  await members.open(shortname);
  await untilHydrated(request.getByRole('button', { name: 'Grant viewer…' }));
  await ownerTakes('renew', { clicks: 2, prompts: 1 }, async () => {
    await request.getByRole('button', { name: 'Grant viewer…' }).click();
    await owner.page.getByRole('button', { name: 'Grant the role' }).click();
  });
  await expect(asking('Ask to renew')).toHaveCount(0);
  await expect(asker.page.getByText('This page opens by itself')).toHaveCount(0);

  await owner.page.getByRole('button', { name: 'Decided requests' }).click();
  const decided = owner.page.getByRole('region', { name: 'Decided requests' });
  await expect(decided.getByRole('listitem')).toHaveCount(3);
  await expect(decided).toContainText('Say which study.');
  const [download] = await Promise.all([
    owner.page.waitForEvent('download'),
    decided.getByRole('button', { name: 'Download the signed records' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('access-requests.json');
});
